import { RepeatedAnswer, ServedTally, type ServedTool } from './served-tally.js';

const NOON = Date.parse('2026-11-30T12:00:00Z');
const TOOL: ServedTool = { toolId: 'crm.find', version: '1.0.0' };
const OTHER: ServedTool = { toolId: 'crm.find', version: '1.1.0' };
const ACME = { tenant: 'acme', roles: ['operator'] };

const counted = (tally: ServedTally) =>
  tally
    .take()
    .map(({ version, tenant, roles, answers }) => [tenant, roles, version, answers])
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));

describe('counting what is handed out', () => {
  it('counts each version by tenant and set of roles, once for each answer', () => {
    const tally = new ServedTally();
    for (let times = 0; times < 3; times += 1) tally.note(ACME, [TOOL], NOON);
    tally.note({ ...ACME, roles: ['viewer', 'operator'] }, [TOOL, OTHER], NOON);
    tally.note({ ...ACME, roles: ['operator', 'viewer', 'viewer'] }, [TOOL], NOON);
    tally.note({ ...ACME, tenant: 'other' }, [OTHER], NOON);
    tally.note(ACME, [], NOON);
    expect(counted(tally)).toEqual([
      ['acme', '["operator","viewer"]', '1.0.0', 2],
      ['acme', '["operator","viewer"]', '1.1.0', 1],
      ['acme', '["operator"]', '1.0.0', 3],
      ['other', '["operator"]', '1.1.0', 1],
    ]);
    expect(tally.take()).toEqual([]);
  });

  it('counts an answer that is kept each time that it is given, on the day of each', () => {
    const tally = new ServedTally();
    const answer = new RepeatedAnswer(ACME, [TOOL, OTHER]);
    tally.note(ACME, [TOOL], NOON);
    tally.noteAgain(answer, NOON);
    tally.noteAgain(answer, NOON);
    tally.noteAgain(answer, Date.parse('2026-12-01T00:00:00Z'));
    const told = () =>
      tally
        .take()
        .map(({ day, version, answers }) => `${day} ${version} ${answers}`)
        .sort();
    const next = ['2026-12-01 1.0.0 1', '2026-12-01 1.1.0 1'];
    expect(told()).toEqual(['2026-11-30 1.0.0 3', '2026-11-30 1.1.0 2', ...next]);
    tally.noteAgain(answer, Date.parse('2026-12-01T00:00:00Z'));
    expect(told()).toEqual(next);
    expect(tally.take()).toEqual([]);
  });

  it('tells the days apart', () => {
    const tally = new ServedTally();
    tally.note(ACME, [TOOL], Date.parse('2026-11-30T23:59:59.999Z'));
    tally.note(ACME, [TOOL], Date.parse('2026-12-01T00:00:00Z'));
    expect(tally.take().map(({ day }) => day)).toEqual(['2026-11-30', '2026-12-01']);
  });

  it('loses nothing where many different tools come', () => {
    const tally = new ServedTally();
    for (let at = 0; at < 2_000; at += 1) {
      const tools = [{ toolId: `crm.t${at % 700}`, version: '1.0.0' }];
      tally.note(ACME, tools, NOON);
    }
    const counts = tally.take();
    expect(counts).toHaveLength(700);
    expect(counts.reduce((sum, { answers }) => sum + answers, 0)).toBe(2_000);
  });

  it('takes what could not be written back, and adds to it', () => {
    const tally = new ServedTally();
    tally.note(ACME, [TOOL], NOON);
    const taken = tally.take();
    tally.note(ACME, [TOOL], NOON);
    tally.giveBack(taken);
    expect(counted(tally)).toEqual([['acme', '["operator"]', '1.0.0', 2]]);
  });

  it('counts made-up tenants and roles together, from the thousandth on', () => {
    const tally = new ServedTally();
    for (let at = 0; at < 5_000; at += 1) {
      tally.note({ tenant: `t${at}`, roles: ['r'] }, [TOOL], NOON);
    }
    const counts = counted(tally);
    expect(counts).toHaveLength(1_001);
    expect(counts[0]).toEqual(['*', '["*"]', '1.0.0', 4_000]);
  });

  it('holds no more than so much, for as long as nothing can be written', () => {
    const tally = new ServedTally();
    const tools = Array.from({ length: 200 }, (_, at) => ({ toolId: `t${at}`, version: '1.0.0' }));
    for (let at = 0; at < 600; at += 1) tally.note({ tenant: `t${at}`, roles: ['r'] }, tools, NOON);
    expect(tally.take()).toHaveLength(50_000);
  });
});
