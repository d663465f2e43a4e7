import { limitIn, limitText, widerThan } from './own-limits.js';

it.each([
  ['600/m', { requests: 600, seconds: 60 }],
  ['1/h', { requests: 1, seconds: 3_600 }],
  ['OFF', null],
  ['0/m', undefined],
  ['600', undefined],
  ['1e3/s', undefined],
])('%s is %j', (text, limit) => {
  expect(limitIn(text)).toEqual(limit);
  if (limit !== undefined) expect(limitText(limit)).toBe(text.toLowerCase());
});

describe('a limit of a key', () => {
  const deployment = { reads: { requests: 60, seconds: 60 } };
  const pointers = (text: string) =>
    widerThan({ reads: limitIn(text) ?? null }, deployment).map(({ pointer }) => pointer);

  it.each(['60/m', '1/s', '59/h'])('is no wider with %s', (text) => {
    expect(pointers(text)).toEqual([]);
  });

  it.each(['61/m', '2/s', '61/h', '3600/h', 'off'])('is wider with %s', (text) => {
    expect(pointers(text)).toEqual(['/rate_limits/reads']);
  });

  it('is none where the deployment has none', () => {
    expect(widerThan({ writes: null, checks: { requests: 9, seconds: 1 } }, deployment)).toEqual(
      [],
    );
  });
});
