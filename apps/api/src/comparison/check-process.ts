import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrewSettings } from './crew.js';
import type { FromCrew, Order, Outcome, ToCrew } from './jobs.js';

const ENTRY = fileURLToPath(new URL('./crew-process.js', import.meta.url));

/** Told of what goes wrong there. */
export interface Watch {
  readonly lostThread: (reason: string) => void;
  /** The whole process has ended, with these questions. */
  readonly ended: (questions: readonly string[]) => void;
}

interface Ordered {
  readonly order: Order;
  readonly settle: (outcome: Outcome) => void;
}

/** An order that is under way. */
export interface Ordering {
  readonly outcome: Promise<Outcome>;
  /** Nobody waits for it any more. */
  readonly drop: () => void;
}

/**
 * The worker threads, in a process of their own. In this one they would share with the thread that
 * answers requests what they hold while others have the processor: locks of ports, of memory and of V8,
 * and the threads that V8 compiles and collects garbage in, which have everybody's priority. It is started
 * with the first order, and anew with the next one where it has ended.
 */
export class CheckProcess {
  private child: ChildProcess | undefined;
  private readonly ordered = new Map<number, Ordered>();
  private last = 0;

  constructor(
    private readonly settings: CrewSettings,
    private readonly watch: Watch,
  ) {}

  order(order: Order): Ordering {
    const child = (this.child ??= this.start());
    this.last += 1;
    const id = this.last;
    const outcome = new Promise<Outcome>((settle) => this.ordered.set(id, { order, settle }));
    tell(child, { id, order });
    return { outcome, drop: () => tell(child, { id, isDropped: true }) };
  }

  async close(): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.settleAll();
  }

  private start(): ChildProcess {
    const child = fork(ENTRY, [JSON.stringify(this.settings)], {
      env: {},
      // One for each worker at most, and they collect their garbage themselves.
      execArgv: [`--v8-pool-size=${this.settings.threads}`, '--single-threaded-gc'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message) => this.hear(message as FromCrew)); // what crew-process.ts tells
    const ended = (): void => this.lose(child);
    child.on('error', ended).on('exit', ended);
    // It waits for orders, and keeps nobody.
    child.unref();
    child.channel?.unref();
    return child;
  }

  private hear(message: FromCrew): void {
    if ('lostThread' in message) return this.watch.lostThread(message.lostThread);
    const { id, outcome } = message;
    this.ordered.get(id)?.settle(outcome);
    this.ordered.delete(id);
  }

  private lose(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = undefined;
    this.watch.ended(this.settleAll().flatMap(({ asked }) => asked));
  }

  /** There are no answers to come; returns what was ordered. */
  private settleAll(): readonly Order[] {
    const lost = [...this.ordered.values()];
    this.ordered.clear();
    for (const { settle } of lost) settle({ ended: 'lost', isBegun: false });
    return lost.map(({ order }) => order);
  }
}

/** What cannot be told is of no use either: that the process has ended, or never began, is heard. */
const tell = (child: ChildProcess, message: ToCrew): void => {
  if (child.connected) child.send(message, () => undefined);
};
