import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import type { Classification } from '#core/compatibility/finding.js';
import type { Contract } from '#core/contract/contract.js';
import { readManifest, type ManifestReading } from '#core/contract/read-manifest.js';
import type { Json } from '#core/json/value.js';
import { underSettings, type LintFinding } from '#core/lint/lint.js';
import type { LintSettings } from '#core/lint/lint-settings.js';
import { preparedManifest, type Preparation } from '#core/registration/prepared-manifest.js';
import type { Classify } from '#core/versions/compared.js';
import { nextTurn } from '../event-loop/turns.js';
import { Problem } from '../http/problem.js';
import type { CheckWorkers } from './check-workers.js';
import { PARCEL, type Asker, type Comparison } from './jobs.js';
import type { Memory } from './memory.js';

/** So many manifests are read before other requests have their turn. */
const SLICE = 8;

/** Nobody asks that many questions one after the other; only a race without end would. */
const MOST_ROUNDS = 100;

/** How this deployment judges. */
export interface WorksheetSettings {
  readonly outputCompatibility: Comparison['outputCompatibility'];
  readonly lint: LintSettings;
}

/**
 * What one command has had worked out by the workers. The core decides at once and asks as it goes,
 * so it decides on what is here; where something is not, the decision is void, and is made again
 * after `whenPrepared` has had the missing worked out.
 */
export class Worksheet {
  private readonly comparisons = new Map<string, Classification>();
  private readonly lints = new Map<Contract, readonly LintFinding[]>();
  private readonly missingComparisons = new Map<string, Comparison>();
  /** With the tool of each. */
  private readonly missingLints = new Map<Contract, string | null>();
  private isDeciding = false;

  constructor(
    private readonly asker: Asker,
    private readonly memory: Memory,
    private readonly workers: CheckWorkers,
    private readonly settings: WorksheetSettings,
  ) {}

  readonly classify: Classify = (before, after, changes) => {
    this.requireDecision();
    const { outputCompatibility } = this.settings;
    const comparison = { before, after, changes, outputCompatibility };
    const key = this.memory.keyOf(comparison);
    const known = this.comparisons.get(key) ?? this.memory.recall(key);
    if (known === undefined) {
      this.missingComparisons.set(key, comparison);
      return { bump: 'none', findings: [], engine: ENGINE_VERSION };
    }
    this.comparisons.set(key, known);
    return known;
  };

  /** Takes an answer for given for as long as `work` lasts; `Unprepared` where one was missing. */
  decide<T>(work: () => T): T {
    this.isDeciding = true;
    try {
      const decided = work();
      if (this.isComplete) return decided;
    } finally {
      this.isDeciding = false;
    }
    throw new Unprepared(this);
  }

  /** The decision with everything that it asks for; never call it with a lock held. */
  settle<T>(work: () => T): Promise<T> {
    return whenPrepared(async () => this.decide(work));
  }

  /**
   * Reads manifests, in their order, and has them checked; those that have a tool in `lintFor` are
   * linted on the way, which is cheaper than by themselves where it is known that they will be.
   */
  async prepare(
    values: readonly Json[],
    lintFor: readonly (string | null)[] = [],
  ): Promise<Preparation[]> {
    const prepared: Preparation[] = [];
    for (let at = 0; at < values.length; at += PARCEL) {
      const tools = lintFor.slice(at, at + PARCEL);
      prepared.push(...(await this.prepareSome(values.slice(at, at + PARCEL), tools)));
    }
    return prepared;
  }

  /** Has the missing worked out. */
  async fillIn(): Promise<void> {
    const comparisons = [...this.missingComparisons];
    const lints = [...this.missingLints];
    this.missingComparisons.clear();
    this.missingLints.clear();
    const classified = await this.workers.answer(
      this.asker,
      'compare',
      comparisons.map(([, comparison]) => comparison),
    );
    classified.forEach(({ text, answer }, index) => {
      const key = comparisons[index]?.[0];
      if (key === undefined) return;
      this.memory.remember(key, text);
      this.comparisons.set(key, answer);
    });
    const profiles = [...this.settings.lint.profiles];
    const linted = await this.workers.answer(
      this.asker,
      'lint',
      lints.map(([contract, toolId]) => ({ contract, toolId, profiles })),
    );
    lints.forEach(([contract], index) => this.lints.set(contract, linted[index]?.answer ?? []));
  }

  private get isComplete(): boolean {
    return this.missingComparisons.size === 0 && this.missingLints.size === 0;
  }

  private async prepareSome(
    values: readonly Json[],
    lintFor: readonly (string | null)[],
  ): Promise<Preparation[]> {
    const profiles = [...this.settings.lint.profiles];
    const readings = await readInTurns(values);
    const questions = readings.flatMap((reading, at) => {
      const toolId = lintFor[at] ?? null;
      if (!reading.ok) return [];
      return [
        { manifest: reading.manifest, lintFor: toolId === null ? null : { toolId, profiles } },
      ];
    });
    const answers = (await this.workers.answer(this.asker, 'check', questions)).values();
    return readings.map((reading) => {
      if (!reading.ok) return reading;
      const { manifest } = reading;
      const result = answers.next().value?.answer;
      if (result === undefined) throw new Error('each manifest is checked');
      const { checked, lint } = result;
      this.memory.know(manifest.contract, checked.contract_digest);
      if (lint !== null) this.lints.set(manifest.contract, lint);
      return { ok: true, prepared: preparedManifest(manifest, checked, this.lint) };
    });
  }

  private readonly lint = (contract: Contract, toolId: string | null): readonly LintFinding[] => {
    this.requireDecision();
    const known = this.lints.get(contract);
    if (known === undefined) this.missingLints.set(contract, toolId);
    return underSettings(known ?? [], this.settings.lint);
  };

  /** Outside of one, nobody would notice that an answer was missing. */
  private requireDecision(): void {
    if (!this.isDeciding) throw new Error('a worksheet is read in a decision only');
  }
}

const readInTurns = async (values: readonly Json[]): Promise<ManifestReading[]> => {
  const readings = values.slice(0, SLICE).map(readManifest);
  for (let at = SLICE; at < values.length; at += SLICE) {
    await nextTurn();
    readings.push(...values.slice(at, at + SLICE).map(readManifest));
  }
  return readings;
};

/** A decision asked for what was not worked out yet, and is void. */
export class Unprepared extends Error {
  constructor(private readonly sheet: Worksheet) {
    super('a decision was made ahead of what it rests on');
  }

  fillIn(): Promise<void> {
    return this.sheet.fillIn();
  }
}

/**
 * Does the work again for as long as it lacks something, which is worked out in between: after a
 * transaction was left, when nothing is locked. So the work must have no effects where it throws.
 */
export const whenPrepared = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unprepared)) throw error;
      await error.fillIn();
    }
  }
  throw new Problem('check-too-slow', {
    detail: 'The tool changes faster than it can be compared.',
    headers: { 'retry-after': '1' },
  });
};
