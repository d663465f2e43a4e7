import { SharedProbe } from './shared-probe.js';

const probeWith = () => {
  let now = 0;
  let fails = false;
  const asked: (() => void)[] = [];
  const probe = new SharedProbe(
    () =>
      new Promise<void>((done, fail) => {
        asked.push(() => (fails ? fail(new Error('away')) : done()));
      }),
    1_000,
    () => now,
  );
  return {
    probe,
    asked,
    answer: () => asked.at(-1)?.(),
    pass: (ms: number) => (now += ms),
    fail: (yes: boolean) => (fails = yes),
  };
};

describe('a probe that is shared', () => {
  it('is run once for all who ask meanwhile, and for a second after it began', async () => {
    const { probe, asked, answer, pass } = probeWith();
    const all = Array.from({ length: 50 }, () => probe.run());
    pass(400);
    answer();
    await Promise.all([...all, probe.run()]);
    pass(599);
    await probe.run();
    expect(asked).toHaveLength(1);
    pass(1);
    const later = probe.run();
    expect(asked).toHaveLength(2);
    answer();
    await later;
  });

  it('tells a failure to those who asked, and asks again for the next one', async () => {
    const { probe, asked, answer, fail } = probeWith();
    fail(true);
    const both = [probe.run(), probe.run()];
    answer();
    for (const one of both) await expect(one).rejects.toThrow('away');
    fail(false);
    const next = probe.run();
    answer();
    await next;
    expect(asked).toHaveLength(2);
  });
});
