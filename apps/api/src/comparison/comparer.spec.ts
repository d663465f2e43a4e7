import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { pino } from 'pino';
import type { Classification } from '#core/compatibility/finding.js';
import type { Contract } from '#core/contract/contract.js';
import { contractDigest } from '#core/contract/digest.js';
import type { JsonObject } from '#core/json/value.js';
import { objectOf } from '#core/json/value.js';
import { startsNicerProcess, tellsNiceness } from '../../../../test/support/niceness.js';
import { PATIENT_PAIR, STUCK_WORKER } from '../../../../test/support/stuck-worker.js';
import { readSettings } from '../config/env.js';
import { Meters } from '../metrics/meters.js';
import type { FairLine } from '../http/fair-line.js';
import { CheckWorkers } from './check-workers.js';
import { Comparer } from './comparer.js';
import { drop, notBegun } from './jobs.js';
import answer from './worker.js';
import { WORKER_SETTINGS, type Line, type WorkerSettings } from './worker-settings.js';

const contractOf = (input_schema: JsonObject): Contract => ({
  description: 'Answers what it is asked.',
  input_schema,
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
});

const before = contractOf({ type: 'object', properties: { text: { type: 'string' } } });
const after = contractOf({ type: 'object', properties: { text: { pattern: '^a*b' } } });

const EASY: Step = [before, after, []];

/** Takes more steps to compare than pass between two looks at the clock. */
const branching = (least: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
      name,
      {
        oneOf: Array.from({ length: 8 }, (_, n) => ({
          type: 'string',
          minLength: least,
          pattern: `^[a-z]{${n}}x[0-9]*$`,
        })),
      },
    ]),
  ),
});

const started: CheckWorkers[] = [];
const lines = (): Record<Line, FairLine> => Reflect.get(started.at(-1) ?? {}, 'lines');

const comparerWith = (
  env: Readonly<Record<string, string>> = {},
  more: Partial<WorkerSettings> = {},
): Comparer => {
  const settings = Object.assign(more, {
    ...WORKER_SETTINGS,
    niceness: 0,
    ...more,
  });
  const workers = new CheckWorkers(settings, pino({ level: 'silent' }), new Meters());
  started.push(workers);
  return new Comparer(readSettings(env), workers);
};

type Step = Parameters<ReturnType<Comparer['begin']>['classify']>;

/** As a command of its own would see it. */
const classified = (comparer: Comparer, ...step: Step): Promise<Classification> =>
  classifiedUntil(undefined, comparer, ...step);

const classifiedUntil = (
  gone: AbortSignal | undefined,
  comparer: Comparer,
  ...step: Step
): Promise<Classification> => classifiedFor('key', gone, comparer, ...step);

const classifiedFor = (
  caller: string,
  gone: AbortSignal | undefined,
  comparer: Comparer,
  ...step: Step
): Promise<Classification> => {
  for (const contract of step.slice(0, 2) as Contract[]) {
    comparer.know(contract, contractDigest(contract));
  }
  const sheet = comparer.begin({ caller, gone });
  return sheet.settle(() => sheet.classify(...step));
};

afterEach(async () => {
  await Promise.all(started.splice(0).map((workers) => workers.onApplicationShutdown()));
});

describe('comparing contracts', () => {
  it('judges the same two contracts once, whichever objects hold them', async () => {
    const comparer = comparerWith();
    const asked = jest.spyOn(CheckWorkers.prototype, 'answer');
    const compare = async (...step: Step): Promise<[Classification, number]> => {
      asked.mockClear();
      const result = await classified(comparer, ...step);
      return [result, asked.mock.calls.flatMap(([, , questions]) => questions).length];
    };
    const [first, asks] = await compare(before, after, []);
    expect([first.bump, asks]).toEqual(['major', 1]);
    expect(await compare({ ...before }, { ...after }, [])).toEqual([first, 0]);
    expect((await compare(after, before, []))[1]).toBe(1);
    const changes = [{ path: '/description', meaning: 'clarified' as const }];
    expect((await compare(before, after, changes))[1]).toBe(1);
    asked.mockRestore();
  });

  it('gives no verdict when it takes too long, and none is remembered', async () => {
    const settings = { patienceMs: -1, wallMs: 600_000 };
    const comparer = comparerWith({}, settings);
    const [old, hard] = [contractOf(branching(1)), contractOf(branching(2))];
    await expect(classified(comparer, old, hard, [])).rejects.toMatchObject({
      code: 'check-too-slow',
    });
    settings.patienceMs = 600_000;
    expect((await classified(comparer, old, hard, [])).bump).toBe('major');
  });

  it('makes way for others first, and takes its time in a line of its own then', async () => {
    const { light, quick, hard } = WORKER_SETTINGS.lines;
    const lines = { light, quick, hard: { ...hard, waitingOfOne: 0 } };
    const withoutHard = comparerWith({}, { quickMs: 599_999, patienceMs: 600_000, lines });
    expect((await classified(withoutHard, before, after, [])).bump).toBe('major');
    await expect(
      classified(comparerWith({}, { quickMs: -1, lines }), before, after, []),
    ).rejects.toMatchObject({ code: 'too-many-checks' });
    const whole = comparerWith({}, { quickMs: -1 });
    expect((await classified(whole, before, after, [])).bump).toBe('major');
  });

  it('keeps nobody waiting behind hard ones, which have a line and threads of their own', async () => {
    const one = { ...WORKER_SETTINGS.lines.hard, places: 1 };
    const settings = {
      entry: STUCK_WORKER,
      // All of them are taken for hard at first.
      quickMs: 600_000,
      patienceMs: 600_000,
      wallMs: 600_000,
      lines: { light: one, quick: one, hard: one },
    };
    const comparer = comparerWith({}, settings);
    const client = new AbortController();
    const endless = { ...before, description: String(PATIENT_PAIR.after['description']) };
    const hard = classifiedUntil(client.signal, comparer, before, endless, []);
    while (lines().hard.size === 0) await nextTurn();
    settings.quickMs = 60_000;
    const easy = await classified(comparer, before, after, []);
    expect([easy.bump, lines().hard.size]).toEqual(['major', 1]);
    client.abort();
    await expect(hard).rejects.toThrow('The client has closed the connection');
  }, 20_000);

  it('keeps nobody waiting behind all that another key asks', async () => {
    const line = { ...WORKER_SETTINGS.lines.hard, places: 2 };
    const comparer = comparerWith(
      {},
      {
        entry: STUCK_WORKER,
        quickMs: 600_000,
        patienceMs: 600_000,
        wallMs: 600_000,
        lines: { light: line, quick: line, hard: line },
      },
    );
    const client = new AbortController();
    const floods = [1, 2, 3].map((n) => {
      const endless = {
        ...before,
        description: `${String(PATIENT_PAIR.after['description'])} ${n}`,
      };
      return classifiedFor('flood', client.signal, comparer, before, endless, []);
    });
    while (lines().hard.size < 3) await nextTurn();
    expect((await classifiedFor('other', undefined, comparer, ...EASY)).bump).toBe('major');
    client.abort();
    const outcomes = await Promise.allSettled(floods);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  }, 20_000);

  (tellsNiceness ? it : it.skip)(
    'leaves the processor to the process that answers requests (skipped unless on Linux)',
    async () => {
      const comparer = comparerWith({}, { niceness: WORKER_SETTINGS.niceness });
      expect(await startsNicerProcess(10, () => classified(comparer, ...EASY))).toBe(true);
    },
  );

  it('is given up once the client has gone', async () => {
    const comparer = comparerWith();
    const gone = 'The client has closed the connection';
    const late = classifiedUntil(AbortSignal.abort(), comparer, before, after, []);
    await expect(late).rejects.toThrow(gone);
    const client = new AbortController();
    const waiting = classifiedUntil(client.signal, comparer, before, after, []);
    client.abort();
    await expect(waiting).rejects.toThrow(gone);

    const begun = notBegun();
    drop(begun);
    const question = JSON.stringify({ before, after, changes: [], outputCompatibility: 'strict' });
    const asked = [question, question];
    expect(answer({ kind: 'compare', asked, patienceMs: 600_000, begun })).toEqual([null]);
  });

  it('judges outputs as the deployment has it', async () => {
    const old = { ...before, output_schema: { type: 'string' } };
    const narrow = { ...before, output_schema: { type: 'string', maxLength: 5 } };
    const bump = async (setting: string) => {
      const comparer = comparerWith({ QM_OUTPUT_COMPATIBILITY: setting });
      return (await classified(comparer, old, narrow, [])).bump;
    };
    expect(await bump('strict')).toBe('major');
    expect(await bump('covariant')).toBe('minor');
  });

  it('loses no member on the way to a worker and back, whatever its name', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const contract = (required: readonly string[]): Contract =>
      contractOf({
        type: 'object',
        properties: objectOf(names.map((name) => [name, { type: 'string' }])),
        required,
      });
    const { findings } = await classified(comparerWith(), contract([]), contract(names), []);
    expect(findings.map(({ path }) => path)).toEqual(
      names.map(() => expect.stringContaining('/input_schema')),
    );
    const loose = contract([]);
    const { findings: removed } = await classified(
      comparerWith(),
      loose,
      contractOf({ type: 'object', properties: { toString: { type: 'string' } } }),
      [],
    );
    const paths = removed.map(({ path }) => path);
    expect(paths).toContain('/input_schema/properties/__proto__');
    expect(paths).toContain('/input_schema/properties/constructor');
  });

  it('makes a decision void that rests on a comparison not yet made', async () => {
    const comparer = comparerWith();
    comparer.know(before, 'one');
    comparer.know(after, 'other');
    const sheet = comparer.begin({ caller: 'key' });
    const decide = () => sheet.decide(() => sheet.classify(before, after, []).bump);
    expect(decide).toThrow('ahead of what it rests on');
    await sheet.fillIn();
    expect(decide()).toBe('major');
    expect(() => sheet.classify(before, after, [])).toThrow('in a decision only');
  });
});
