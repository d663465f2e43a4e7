import { FailedAttempts } from './failed-attempts.js';
import { hashToken, parseToken, type Token } from './token.js';

const tokenOf = (id: string, secret = 'a'): Token => {
  const token = parseToken(`qm_${id}_${secret.repeat(32)}`);
  if (token === null) throw new Error('it is no token');
  return token;
};

const failTimes = (attempts: FailedAttempts, times: number, address: string, id?: string): void => {
  for (let n = 0; n < times; n += 1) attempts.failed(tokenOf(id ?? `id${n}`), address);
};

const isRefused = (attempts: FailedAttempts, token: Token, address: string): boolean => {
  try {
    attempts.admit(token, { ip: address });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too-many-requests' });
    return true;
  }
};

describe('failed attempts', () => {
  it('at one key make it be refused from there, and from nowhere else', () => {
    const attempts = new FailedAttempts();
    failTimes(attempts, 10, '192.0.2.1', 'victim');
    expect(isRefused(attempts, tokenOf('victim'), '192.0.2.1')).toBe(true);
    expect(isRefused(attempts, tokenOf('victim'), '192.0.2.2')).toBe(false);
    expect(isRefused(attempts, tokenOf('other'), '192.0.2.1')).toBe(false);
  });

  it('at ever new keys make all of them be refused from there', () => {
    const attempts = new FailedAttempts();
    failTimes(attempts, 99, '192.0.2.1');
    expect(isRefused(attempts, tokenOf('fresh'), '192.0.2.1')).toBe(false);
    failTimes(attempts, 1, '192.0.2.1');
    expect(isRefused(attempts, tokenOf('fresh'), '192.0.2.1')).toBe(true);
    expect(isRefused(attempts, tokenOf('fresh'), '192.0.2.2')).toBe(false);
  });

  it('do not stop a key that was right before, behind the same address', () => {
    const attempts = new FailedAttempts();
    const good = tokenOf('good');
    attempts.succeeded(good, hashToken(good));
    failTimes(attempts, 100, '192.0.2.1');
    failTimes(attempts, 10, '192.0.2.1', 'good');
    expect(isRefused(attempts, good, '192.0.2.1')).toBe(false);
    expect(isRefused(attempts, tokenOf('good', 'b'), '192.0.2.1')).toBe(true);
  });

  it('from one network of IPv6 count together', () => {
    const attempts = new FailedAttempts();
    for (let n = 0; n < 100; n += 1) attempts.failed(tokenOf(`id${n}`), `2001:db8::${n}`);
    expect(isRefused(attempts, tokenOf('x'), '2001:db8::ffff')).toBe(true);
    expect(isRefused(attempts, tokenOf('x'), '2001:db8:0:1::1')).toBe(false);
  });

  it('from however many addresses fill no memory, and hold up nobody else', () => {
    const attempts = new FailedAttempts();
    for (let n = 0; n < 30_000; n += 1) attempts.failed(tokenOf('x'), `10.${n >> 8}.${n % 256}.1`);
    const { buckets } = attempts as unknown as { buckets: ReadonlyMap<string, unknown> };
    expect(buckets.size).toBeLessThanOrEqual(10_000);
    expect(isRefused(attempts, tokenOf('x'), '192.0.2.1')).toBe(false);
  });
});
