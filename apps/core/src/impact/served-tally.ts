import { canonicalJson } from '../json/canonical.js';

/** One version as it was handed out. */
export interface ServedTool {
  readonly toolId: string;
  readonly version: string;
}

/** What of a request is remembered: for whom it was, and nothing of what was asked. */
export interface Audience {
  readonly tenant: string;
  readonly roles: readonly string[];
}

/** How many answers a version was in on one day, for one audience. */
export interface ServedCount {
  /** In UTC, such as `2026-11-30`. */
  readonly day: string;
  readonly tool_id: string;
  readonly version: string;
  readonly tenant: string;
  /** Sorted, as a JSON array. */
  readonly roles: string;
  readonly answers: number;
}

interface Answer extends Audience {
  readonly tools: readonly ServedTool[];
  times: number;
}

const DAY_MS = 86_400_000;

/** Equal answers are counted as one until so many different ones wait. */
const MOST_ANSWERS = 500;
/** A caller that may name any tenant or role could make up new ones without end. */
const MOST_AUDIENCES = 1_000;
/** While nothing can be written away. */
const MOST_COUNTS = 50_000;

/** Whoever came after `MOST_AUDIENCES` others on one day. */
const ANYBODY_ELSE = { tenant: '*', roles: '["*"]' } as const;

/**
 * Counts which versions were handed to whom. `note` is all that a request pays for: most answers are
 * like one before, and are one look into a map.
 */
export class ServedTally {
  private readonly answers = new Map<string, Answer>();
  private readonly audiences = new Set<string>();
  private counts = new Map<string, ServedCount>();
  private day = -1;

  /** `nowMs` is the time in milliseconds since 1970. */
  note({ tenant, roles }: Audience, tools: readonly ServedTool[], nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) this.begin(day);
    let key = tenant;
    for (const role of roles) key += `\n${role}`;
    for (const { toolId, version } of tools) key += `\n\n${toolId}@${version}`;
    const known = this.answers.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    if (this.answers.size >= MOST_ANSWERS) this.settle();
    this.answers.set(key, { tenant, roles, tools, times: 1 });
  }

  /** Hands out all that was counted, and counts on from nothing. */
  take(): ServedCount[] {
    this.settle();
    const counts = [...this.counts.values()];
    this.counts = new Map();
    return counts;
  }

  /** Takes back what could not be written, as far as there is room. */
  giveBack(counts: readonly ServedCount[]): void {
    for (const count of counts) this.add(count);
  }

  private begin(day: number): void {
    this.settle();
    this.day = day;
    this.audiences.clear();
  }

  private settle(): void {
    for (const { tenant, roles, tools, times } of this.answers.values()) {
      const audience = this.admit(tenant, canonicalJson([...new Set(roles)].sort()));
      for (const { toolId, version } of tools) {
        this.add({ day: dayText(this.day), tool_id: toolId, version, ...audience, answers: times });
      }
    }
    this.answers.clear();
  }

  private admit(tenant: string, roles: string) {
    const audience = `${tenant}\n${roles}`;
    if (!this.audiences.has(audience) && this.audiences.size >= MOST_AUDIENCES) return ANYBODY_ELSE;
    this.audiences.add(audience);
    return { tenant, roles };
  }

  private add(count: ServedCount): void {
    const { day, tool_id, version, tenant, roles } = count;
    const key = [day, tool_id, version, tenant, roles].join('\n');
    const before = this.counts.get(key);
    if (before !== undefined) {
      this.counts.set(key, { ...before, answers: before.answers + count.answers });
    } else if (this.counts.size < MOST_COUNTS) {
      this.counts.set(key, count);
    }
  }
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
