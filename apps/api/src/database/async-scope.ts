import { AsyncLocalStorage } from 'node:async_hooks';

interface Held<T> {
  readonly value: T;
  isOver: boolean;
}

/**
 * A value for all that is done within some work; whoever asks once the work is over finds nothing. While
 * such a storage is in use, Node 20 follows every promise and callback of the process, whoever made it,
 * which costs answers out of memory a tenth. So it is put out of use while nobody is within.
 */
export class AsyncScope<T> {
  private readonly storage = new AsyncLocalStorage<Held<T>>();
  private within = 0;

  /** Undefined outside. */
  get current(): T | undefined {
    const held = this.storage.getStore();
    return held === undefined || held.isOver ? undefined : held.value;
  }

  /** The work is over when its promise is settled. */
  async during<R>(value: T, work: () => Promise<R>): Promise<R> {
    const held = { value, isOver: false };
    this.within += 1;
    try {
      return await this.storage.run(held, work);
    } finally {
      held.isOver = true;
      this.within -= 1;
      if (this.within === 0) this.storage.disable();
    }
  }
}
