import { startApp, type TestApp } from '../../support/app.js';
import { makeCaller } from '../../support/caller.js';
import {
  BECAUSE,
  bring,
  EVIDENCE,
  eventsOf,
  isServable,
  makeCrew,
  step,
  versionPath,
  type Crew,
} from '../../support/lifecycle.js';

let app: TestApp;
let crew: Crew;
beforeAll(async () => {
  app = await startApp();
  crew = await makeCrew(app);
});
afterAll(() => app.stop());

const STATES = ['draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled'] as const;
type State = (typeof STATES)[number];
type Pair = `${State} → ${State}`;

interface Open {
  readonly who: readonly (keyof Crew)[];
  readonly action: string;
  readonly needs?: object;
}

/** The page on the domain once more, by hand, so that the service's own table is held against it. */
const OPEN: Partial<Record<Pair, Open>> = {
  'draft → review': { who: ['publisher', 'admin'], action: 'version.submitted' },
  'review → draft': {
    who: ['reviewer', 'admin'],
    action: 'version.changes-requested',
    needs: BECAUSE,
  },
  'review → staging': { who: ['reviewer', 'admin'], action: 'version.approved' },
  'staging → draft': { who: ['reviewer', 'admin'], action: 'version.sent-back', needs: BECAUSE },
  'staging → enabled': {
    who: ['reviewer', 'admin'],
    action: 'version.released',
    needs: EVIDENCE,
  },
  'enabled → deprecated': {
    who: ['publisher', 'admin'],
    action: 'version.deprecated',
    needs: BECAUSE,
  },
  'deprecated → enabled': {
    who: ['reviewer', 'admin'],
    action: 'version.restored',
    needs: BECAUSE,
  },
  'deprecated → disabled': {
    who: ['publisher', 'admin'],
    action: 'version.retired',
    needs: BECAUSE,
  },
  'draft → disabled': { who: ['publisher', 'admin'], action: 'version.killed', needs: BECAUSE },
  'review → disabled': { who: ['publisher', 'admin'], action: 'version.killed', needs: BECAUSE },
  'staging → disabled': { who: ['publisher', 'admin'], action: 'version.killed', needs: BECAUSE },
  'enabled → disabled': { who: ['publisher', 'admin'], action: 'version.killed', needs: BECAUSE },
  'disabled → draft': { who: ['admin'], action: 'version.reopened', needs: BECAUSE },
};

const PEOPLE = ['publisher', 'reviewer', 'admin'] as const;
const PAIRS = STATES.flatMap((from) => STATES.map((to) => ({ from, to })));
const openFor = ({ from, to }: { from: State; to: State }) => OPEN[`${from} → ${to}` as Pair];
const openFrom = (from: State) => STATES.filter((to) => openFor({ from, to }) !== undefined);

describe('an open step', () => {
  describe.each(PAIRS.filter(openFor))('from $from to $to', ({ from, to }) => {
    const toolId = `support.${from}_${to}`;
    const { who = [], action = '', needs = {} } = openFor({ from, to }) ?? {};
    beforeAll(() => bring(crew, toolId, from));

    it('is refused to every other role', async () => {
      for (const other of PEOPLE.filter((one) => !who.includes(one))) {
        const refused = await step(crew[other], toolId, to, needs).expect(403);
        expect(refused.body.code).toBe('permission-missing');
      }
    });

    it('is refused while what it needs is missing', async () => {
      if (Object.keys(needs).length === 0) return;
      const refused = await step(crew.admin, toolId, to).expect(422);
      expect(refused.body).toMatchObject({ code: 'transition-refused', allowed: openFrom(from) });
    });

    it('is taken, seen by everybody and on record', async () => {
      const [first = 'admin'] = who;
      const taken = await step(crew[first], toolId, to, needs).expect(200);
      expect(taken.body).toMatchObject({ tool_id: toolId, version: '1.0.0', state: to });
      const read = await crew.admin.get(versionPath(toolId)).expect(200);
      expect(read.body).toEqual(taken.body);
      expect(await isServable(app, toolId)).toBe(to === 'enabled' || to === 'deprecated');
      const event = (await eventsOf(app, toolId)).at(-1);
      expect(event).toMatchObject({
        action,
        version: '1.0.0',
        policy_version: 1,
        before: taken.body.contract_digest,
        after: taken.body.contract_digest,
        detail: { from, to },
        ...(needs === BECAUSE ? BECAUSE : {}),
      });
    });
  });
});

describe('every other pair', () => {
  it.each(PAIRS.filter((pair) => !openFor(pair)))(
    'is refused from $from to $to with what is open',
    async ({ from, to }) => {
      const toolId = `support.${from}_${to}`;
      await bring(crew, toolId, from);
      const refused = await step(crew.admin, toolId, to, BECAUSE).expect(422);
      expect(refused.body).toMatchObject({
        code: 'transition-refused',
        allowed: openFrom(from),
        gates: [],
      });
      const read = await crew.admin.get(versionPath(toolId)).expect(200);
      expect(read.body.state).toBe(from);
    },
  );
});

describe('who asks', () => {
  it('has to have a role at all, and in the namespace, before anything is looked up', async () => {
    const reader = await makeCaller(app, { permissions: ['read', 'audit'] });
    const none = await step(reader, 'support.none', 'review').expect(403);
    expect(none.body.code).toBe('permission-missing');
    const foreign = await step(crew.publisher, 'crm.none', 'review').expect(403);
    expect(foreign.body.code).toBe('namespace-forbidden');
    await step(crew.publisher, 'support.none', 'review').expect(404);
    await step(crew.publisher, 'support.none', 'gone').expect(400);
  });
});
