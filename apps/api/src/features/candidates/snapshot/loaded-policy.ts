import { RISK_LEVELS, type Policy, type RiskLevel } from '#core/policy/policy.js';
import type { Place } from '../../../database/binary-row.js';
import { readList } from './name-lists.js';
import type { TextSlabs } from './text-slabs.js';

/** A policy where it stands in a row; each list is behind the one before, in the same bytes. */
export interface PolicyPlace {
  readonly riskRank: number;
  readonly requiresApproval: boolean;
  readonly roles: Place;
  readonly tenants: Place;
  readonly tasks: Place;
}

/**
 * A policy as the bytes of its lists. The filter looks at them once, when the tool comes, and once
 * more when it goes: as lists they would be the most of what the garbage collector has to move.
 */
export class LoadedPolicy implements Policy {
  readonly risk_level: RiskLevel;
  readonly requires_approval: boolean;
  private readonly lists: Buffer;
  private readonly start: number;
  private readonly rolesEnd: number;
  private readonly tenantsStart: number;
  private readonly tenantsEnd: number;
  private readonly tasksStart: number;
  private readonly end: number;

  constructor(risk: RiskLevel, place: PolicyPlace, kept: Place) {
    const { roles, tenants, tasks } = place;
    const moved = kept.start - roles.start;
    this.risk_level = risk;
    this.requires_approval = place.requiresApproval;
    this.lists = kept.bytes;
    this.start = kept.start;
    this.rolesEnd = roles.end + moved;
    this.tenantsStart = tenants.start + moved;
    this.tenantsEnd = tenants.end + moved;
    this.tasksStart = tasks.start + moved;
    this.end = kept.end;
  }

  get allowed_roles(): readonly string[] {
    return this.listAt(this.start, this.rolesEnd);
  }

  get allowed_tenants(): readonly string[] {
    return this.listAt(this.tenantsStart, this.tenantsEnd);
  }

  get task_types(): readonly string[] {
    return this.listAt(this.tasksStart, this.end);
  }

  /** Whether it says what stands there. */
  isAt({ riskRank, requiresApproval, roles, tasks }: PolicyPlace): boolean {
    return (
      this.end - this.start === tasks.end - roles.start &&
      this.risk_level === RISK_LEVELS[riskRank] &&
      this.requires_approval === requiresApproval &&
      this.lists.compare(roles.bytes, roles.start, tasks.end, this.start, this.end) === 0
    );
  }

  private listAt(start: number, end: number): readonly string[] {
    return readList({ bytes: this.lists, start, end });
  }
}

/** Of policies that were read lately one takes the place of another. */
const PLACES = 2 ** 12;
const WORD = 4;

/** Makes policies of rows; many tools have the same one, which is then there once. */
export class LoadedPolicies {
  private readonly recent = new Array<LoadedPolicy | undefined>(PLACES).fill(undefined);

  constructor(private readonly slabs: TextSlabs) {}

  at(place: PolicyPlace): LoadedPolicy {
    const at = placeOf(place);
    const known = this.recent[at];
    if (known?.isAt(place) === true) return known;
    const risk = RISK_LEVELS[place.riskRank];
    if (risk === undefined) throw new Error(`no risk level has the rank ${place.riskRank}`);
    const policy = new LoadedPolicy(risk, place, this.slabs.keep(place.roles, place.tasks));
    this.recent[at] = policy;
    return policy;
  }
}

const placeOf = ({ roles, tasks, riskRank }: PolicyPlace): number => {
  const { bytes } = roles;
  let hash = riskRank;
  for (let at = roles.start; at + WORD <= tasks.end; at += WORD) {
    hash = Math.imul(hash ^ bytes.readInt32LE(at), 0x01000193);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 12)) & (PLACES - 1);
};
