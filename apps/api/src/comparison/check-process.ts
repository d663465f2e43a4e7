import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { outsideTraces } from '../tracing/current-trace.js';
import type { CrewSettings } from './crew.js';
import type { FromCrew, Order, Outcome, ToCrew } from './jobs.js';
import { BEGINS_WITHIN_MS } from './wall.js';

const ENTRY = fileURLToPath(new URL('./crew-process.js', import.meta.url));

const LOST: Outcome = { ended: 'lost', isBegun: false };

/** Told of what goes wrong there. */
export interface Watch {
  readonly lostThread: (reason: string) => void;
  /** The whole process has ended, with these questions; with none where it could not be started. */
  readonly ended: (reason: string, questions: readonly string[]) => void;
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
  private isClosed = false;
  private readonly ordered = new Map<number, Ordered>();
  private last = 0;

  constructor(
    private readonly settings: CrewSettings,
    private readonly watch: Watch,
  ) {}

  order(order: Order): Ordering {
    const child = this.running();
    if (child === undefined) return { outcome: Promise.resolve(LOST), drop: () => undefined };
    this.last += 1;
    const id = this.last;
    const outcome = new Promise<Outcome>((settle) => this.ordered.set(id, { order, settle }));
    tell(child, { id, order });
    const silence = setTimeout(() => child.kill('SIGKILL'), longestOf(order)).unref();
    return {
      outcome: outcome.finally(() => clearTimeout(silence)),
      drop: () => tell(child, { id, isDropped: true }),
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    // There may be nothing else any more that this process is kept by.
    child.ref();
    child.kill('SIGKILL');
    await ended;
    this.settleAll();
  }

  /** Undefined where there is none to be had. */
  private running(): ChildProcess | undefined {
    if (this.isClosed) return undefined;
    try {
      this.child ??= outsideTraces(() => this.start());
    } catch (error) {
      this.watch.ended(String(error), []);
    }
    return this.child;
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
    child.on('error', (error) => this.lose(child, String(error)));
    child.on('exit', (code, signal) => this.lose(child, String(signal ?? code)));
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

  private lose(child: ChildProcess, reason: string): void {
    if (this.child !== child) return;
    this.child = undefined;
    const lost = this.settleAll();
    const isStarted = child.pid !== undefined;
    this.watch.ended(reason, isStarted ? lost.flatMap(({ asked }) => asked) : []);
  }

  /** There are no answers to come; returns what was ordered. */
  private settleAll(): readonly Order[] {
    const lost = [...this.ordered.values()];
    this.ordered.clear();
    for (const { settle } of lost) settle(LOST);
    return lost.map(({ order }) => order);
  }
}

/** Its own walls have ended an order long before; a process that is silent for longer is stuck. */
const longestOf = ({ wallMs }: Order): number => 2 * (BEGINS_WITHIN_MS + wallMs);

/** What cannot be told is of no use either: that the process has ended, or never began, is heard. */
const tell = (child: ChildProcess, message: ToCrew): void => {
  if (child.connected) child.send(message, () => undefined);
};
