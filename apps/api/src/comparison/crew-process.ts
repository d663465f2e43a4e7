// What the process of the worker threads runs. It knows no secret and no database, and ends with the
// service, however that ends.
import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { Crew, type CrewSettings } from './crew.js';
import { drop, notBegun, type Begun, type FromCrew, type ToCrew } from './jobs.js';

const THREADS = '/proc/self/task';

/** By so much, all its threads, also those that V8 compiles and collects garbage in; later ones inherit it. */
const giveWay = (by: number): void => {
  if (by === 0) return;
  const niceness = Math.min(getPriority() + by, constants.priority.PRIORITY_LOW);
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended meanwhile, or a sandbox has it otherwise: better checked early than not at all.
    }
  }
};

const tell = (message: FromCrew): void => void process.send?.(message, () => undefined);

const settings = JSON.parse(process.argv[2] ?? '') as CrewSettings; // what `CheckProcess` passes
giveWay(settings.niceness);
const crew = new Crew(settings, (lostThread) => tell({ lostThread }));
const underWay = new Map<number, Begun>();

const work = async ({ id, order }: Extract<ToCrew, { order: object }>): Promise<void> => {
  const begun = notBegun();
  underWay.set(id, begun);
  const outcome = await crew.run(order, begun);
  underWay.delete(id);
  tell({ id, outcome });
};

process.on('message', (message: ToCrew) => {
  if ('order' in message) return void work(message);
  const begun = underWay.get(message.id);
  if (begun !== undefined) drop(begun);
});
process.on('disconnect', () => process.exit());
// Of a whole group; the service has requests to end first, and some of them need this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
