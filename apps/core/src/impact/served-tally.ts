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

/** How often one version of a tool was handed to one audience; the versions of a tool are few. */
interface VersionCount {
  readonly version: string;
  readonly next: VersionCount | undefined;
  answers: number;
}

/** An answer that is given again and again: how often since it was last counted. */
export class RepeatedAnswer {
  times = 0;

  constructor(
    readonly audience: Audience,
    readonly tools: readonly ServedTool[],
  ) {}
}

interface AudienceCounts {
  readonly tenant: string;
  readonly roles: string;
  readonly tools: Map<string, VersionCount>;
}

const DAY_MS = 86_400_000;

/** A caller that may name any tenant or role could make up new ones without end. */
const MOST_AUDIENCES = 1_000;
/** Spellings of an audience: its roles may come in any order. */
const MOST_SPELLINGS = 10_000;
/** Repeated answers that are held on to until they are counted. */
const MOST_REPEATED = 10_000;
/** While nothing can be written away. */
const MOST_COUNTS = 50_000;

/** Whoever came after `MOST_AUDIENCES` others on one day. */
const ANYBODY_ELSE = { tenant: '*', roles: '["*"]' } as const;

/**
 * Counts which versions were handed to whom. `note` is all that a request pays for: one look into a
 * map for each tool, by texts that are there already.
 */
export class ServedTally {
  private readonly spellings = new Map<string, AudienceCounts>();
  private readonly audiences = new Map<string, AudienceCounts>();
  private size = 0;
  private day = -1;
  private repeated: RepeatedAnswer[] = [];
  /** What was given back, or is of days that are over. */
  private readonly settled = new Map<string, ServedCount>();

  /** `nowMs` is the time in milliseconds since 1970. */
  note(audience: Audience, tools: readonly ServedTool[], nowMs: number): void {
    this.beAt(nowMs);
    this.add(audience, tools, 1);
  }

  /** The same of an answer that is kept, for which a request pays as good as nothing. */
  noteAgain(answer: RepeatedAnswer, nowMs: number): void {
    this.beAt(nowMs);
    if (answer.times === 0) {
      if (this.repeated.length >= MOST_REPEATED) return this.add(answer.audience, answer.tools, 1);
      this.repeated.push(answer);
    }
    answer.times += 1;
  }

  /** Hands out all that was counted, and counts on from nothing. */
  take(): ServedCount[] {
    const counted = this.drain();
    if (this.settled.size === 0) return counted;
    for (const count of counted) this.keep(count);
    const counts = [...this.settled.values()];
    this.settled.clear();
    return counts;
  }

  /** Takes back what could not be written, as far as there is room. */
  giveBack(counts: readonly ServedCount[]): void {
    for (const count of counts) this.keep(count);
  }

  private beAt(nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) this.begin(day);
  }

  private add(audience: Audience, tools: readonly ServedTool[], times: number): void {
    const counts = this.countsOf(audience).tools;
    for (const { toolId, version } of tools) {
      const newest = counts.get(toolId);
      let known = newest;
      while (known !== undefined && known.version !== version) known = known.next;
      if (known !== undefined) known.answers += times;
      else if (this.size < MOST_COUNTS) {
        this.size += 1;
        counts.set(toolId, { version, next: newest, answers: times });
      }
    }
  }

  private begin(day: number): void {
    for (const count of this.drain()) this.keep(count);
    this.day = day;
    this.spellings.clear();
    this.audiences.clear();
  }

  private countsOf({ tenant, roles }: Audience): AudienceCounts {
    let spelling = tenant;
    for (const role of roles) spelling += `\n${role}`;
    const known = this.spellings.get(spelling);
    if (known !== undefined) return known;
    const found = this.admit(tenant, canonicalJson([...new Set(roles)].sort()));
    if (this.spellings.size < MOST_SPELLINGS) this.spellings.set(spelling, found);
    return found;
  }

  private admit(tenant: string, roles: string): AudienceCounts {
    const isFull = this.audiences.size >= MOST_AUDIENCES;
    const known = this.audiences.get(`${tenant}\n${roles}`);
    if (known !== undefined) return known;
    const admitted = isFull ? ANYBODY_ELSE : { tenant, roles };
    const key = `${admitted.tenant}\n${admitted.roles}`;
    const counts = this.audiences.get(key) ?? { ...admitted, tools: new Map() };
    this.audiences.set(key, counts);
    return counts;
  }

  /** Each of them once: an audience has one list, and a version one place in it. */
  private drain(): ServedCount[] {
    for (const answer of this.repeated) {
      this.add(answer.audience, answer.tools, answer.times);
      answer.times = 0;
    }
    this.repeated = [];
    const day = this.day < 0 ? '' : dayText(this.day);
    const drained: ServedCount[] = [];
    for (const { tenant, roles, tools } of this.audiences.values()) {
      for (const [tool_id, newest] of tools) {
        for (let one: VersionCount | undefined = newest; one !== undefined; one = one.next) {
          const { version, answers } = one;
          drained.push({ day, tool_id, version, tenant, roles, answers });
        }
      }
      tools.clear();
    }
    this.size = 0;
    return drained;
  }

  private keep(count: ServedCount): void {
    const { day, tool_id, version, tenant, roles } = count;
    const key = [day, tool_id, version, tenant, roles].join('\n');
    const before = this.settled.get(key);
    if (before !== undefined) {
      this.settled.set(key, { ...before, answers: before.answers + count.answers });
    } else if (this.settled.size < MOST_COUNTS) {
      this.settled.set(key, count);
    }
  }
}

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
