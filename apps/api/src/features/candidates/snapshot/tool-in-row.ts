import type { Policy } from '#core/policy/policy.js';
import { BinaryRow } from '../../../database/binary-row.js';
import { policyOf } from '../../../database/records.js';
import type { LoadedTool } from './loaded-tool.js';
import type { LoadedVersion } from './loaded-version.js';
import { readList } from './name-lists.js';

/** Behind the tool_id: whether it is suspended, the five of its policy, and the four of its presentation. */
export const TOOL_FIELDS = 10;
const POLICY = 1;
const PRESENTATION = 6;
const NOTE = 7;

/** One for all: a field is read in one go. */
const row = new BinaryRow();

/**
 * A tool as the bytes of its row. The filter looks at its policy when it comes and when it goes, answers
 * at little else: as objects it would be the most of what the garbage collector has to move.
 */
export class ToolInRow implements LoadedTool {
  constructor(
    readonly tool_id: string,
    readonly versions: LoadedVersion[],
    /** In these, from `at` on, all that is behind the tool_id. */
    private readonly bytes: Buffer,
    private readonly at: number,
  ) {}

  get suspended(): boolean {
    return this.from(0).boolean();
  }

  get policy(): Policy {
    const fields = this.from(POLICY);
    return policyOf({
      risk_rank: fields.integer(),
      requires_approval: fields.boolean(),
      allowed_roles: readList(fields.place()),
      allowed_tenants: readList(fields.place()),
      task_types: readList(fields.place()),
    });
  }

  get presentation_version(): number {
    return this.from(PRESENTATION).integer();
  }

  get note(): string | null {
    return this.from(NOTE).textOrNull();
  }

  get example_queries(): readonly string[] {
    return readList(this.from(NOTE + 1).place());
  }

  get aliases(): readonly string[] {
    return readList(this.from(NOTE + 2).place());
  }

  private from(field: number): BinaryRow {
    return row.from(this.bytes, this.at).skip(field);
  }
}
