import type { Place } from '../../../database/binary-row.js';
import { LoadedPolicies, type PolicyPlace } from './loaded-policy.js';
import { TextSlabs } from './text-slabs.js';

interface Columns {
  readonly riskRank?: number;
  readonly requiresApproval?: boolean;
  readonly roles?: string;
  readonly tenants?: string;
  readonly tasks?: string;
}

/** The lists of a policy in a row, four bytes between one and the next, as COPY sends them. */
const placeOf = ({
  riskRank = 1,
  requiresApproval = false,
  roles = '{operator}',
  tenants = '{acme}',
  tasks = '{support}',
}: Columns): PolicyPlace => {
  const texts = [roles, tenants, tasks].map((text) => Buffer.from(text));
  const bytes = Buffer.concat(texts.flatMap((text) => [lengthOf(text), text]));
  let at = 0;
  const next = (text: Buffer): Place => {
    at += 4 + text.length;
    return { bytes, start: at - text.length, end: at };
  };
  const [first, second, third] = texts.map(next);
  if (first === undefined || second === undefined || third === undefined) throw new Error('lists');
  return { riskRank, requiresApproval, roles: first, tenants: second, tasks: third };
};

const lengthOf = (text: Buffer): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(text.length);
  return bytes;
};

const policies = (): LoadedPolicies => new LoadedPolicies(new TextSlabs());

describe('policies that are loaded', () => {
  it('say what the row said, once it is gone', () => {
    const known = policies();
    const place = placeOf({
      riskRank: 2,
      requiresApproval: true,
      roles: '{"two words",größe}',
      tenants: '{*}',
      tasks: '{}',
    });
    const policy = known.at(place);
    place.roles.bytes.fill(0);
    expect({ ...policy, ...listsOf(policy) }).toMatchObject({
      risk_level: 'L2',
      requires_approval: true,
      allowed_roles: ['two words', 'größe'],
      allowed_tenants: ['*'],
      task_types: [],
    });
  });

  it('are one where rows say the same, and never where they differ in anything', () => {
    const known = policies();
    const first = known.at(placeOf({}));
    expect(known.at(placeOf({}))).toBe(first);
    const others: Columns[] = [
      { riskRank: 2 },
      { requiresApproval: true },
      { roles: '{operatos}' },
      { tenants: '{acmf}' },
      { tasks: '{suppors}' },
      { roles: '{operator,acme}', tenants: '{}' },
    ];
    for (const columns of others) {
      expect(known.at(placeOf(columns))).not.toBe(first);
      expect(listsOf(known.at(placeOf(columns)))).toEqual(listsOf(policies().at(placeOf(columns))));
    }
  });

  it('are told apart where one took the place of another that was read lately', () => {
    const known = policies();
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ roles: `{role${at}}` }));
    const kept = rows.map((row) => known.at(placeOf(row)));
    expect(kept.map((policy) => policy.allowed_roles.join())).toEqual(
      rows.map((_, at) => `role${at}`),
    );
  });

  it('are none of a risk that there is not', () => {
    expect(() => policies().at(placeOf({ riskRank: 9 }))).toThrow('no risk level has the rank 9');
  });
});

const listsOf = (policy: ReturnType<LoadedPolicies['at']>) => ({
  allowed_roles: policy.allowed_roles,
  allowed_tenants: policy.allowed_tenants,
  task_types: policy.task_types,
});
