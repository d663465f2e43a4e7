import { isConflict, isUnavailable, isUniqueViolation, sqlStateOf } from './failure.js';

const withCode = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

/** As Prisma 7 hands on an error of the driver from a raw statement. */
const fromDriver = (code: string, originalCode: string): Error =>
  Object.assign(new Error('raw query failed'), {
    code,
    meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode } } },
  });

describe('an error of the database', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a reset connection', withCode('ECONNRESET')],
    ['a full pool', new Error('timeout exceeded when trying to connect')],
    ['a connection lost inside of a transaction', new Error('Connection terminated unexpectedly')],
    ['a transaction that found no connection', withCode('P2028')],
    ['a lock that was not given', fromDriver('P2010', '55P03')],
    ['a statement that took too long', withCode('57014')],
    ['a server that shuts down', fromDriver('P2010', '57P01')],
    ['a server that starts', withCode('57P03')],
    ['a deadlock', fromDriver('P2010', '40P01')],
    ['a server that takes no changes', fromDriver('P2010', '25006')],
    ['a disk that is full', fromDriver('P2010', '53100')],
    ['a disk that fails', withCode('58030')],
    ['a transaction that took too long', withCode('25P04')],
    ['a password that was changed', withCode('28P01')],
    ['a database that was renamed', withCode('P1003')],
    ['a cause further down', new Error('outer', { cause: withCode('EPIPE') })],
  ])('is taken for a database that is away or busy: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    ['a syntax error', withCode('42601')],
    ['a unique index', fromDriver('P2002', '23505')],
    ['a row that is not there', withCode('P2025')],
    ['an error of ours', new TypeError('undefined is not a function')],
    ['no error at all', undefined],
  ])('is not: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false);
  });

  it('is tried again only where two transactions met', () => {
    expect(isConflict(withCode('P2034'))).toBe(true);
    expect(isConflict(fromDriver('P2010', '40001'))).toBe(true);
    expect(isConflict(withCode('ECONNRESET'))).toBe(false);
  });

  it('tells its SQLSTATE from the codes of Prisma and of the system', () => {
    expect(sqlStateOf(fromDriver('P2010', '55P03'))).toBe('55P03');
    expect(sqlStateOf(withCode('P2002'))).toBeUndefined();
    expect(sqlStateOf(withCode('EPIPE'))).toBeUndefined();
    expect(isUniqueViolation(withCode('P2002'))).toBe(true);
    expect(isUniqueViolation(withCode('23505'))).toBe(true);
  });
});
