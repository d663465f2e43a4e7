import { processIdOf, requestIdOf } from './request-id.js';

it('no two requests get the same id, and each is a UUID', () => {
  const ids = Array.from({ length: 1_000 }, () => requestIdOf({ headers: {} }));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('only the version of a UUID is changed, whatever its other groups begin with', () => {
  const uuid = '00000000-4123-4567-8abc-0123456789ab';
  expect(processIdOf(uuid)).toBe('00000000-4123-8567-8abc-');
});
