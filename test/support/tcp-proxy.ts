import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What becomes of the bytes between the service and the database. */
export type Weather =
  | { readonly kind: 'clear' }
  /** All of them arrive, so much later each way. */
  | { readonly kind: 'far'; readonly ms: number }
  /** None arrives, and nobody is told. */
  | { readonly kind: 'silent' }
  /** A commit reaches the server, and its answer is cut off: every so many-th one. */
  | { readonly kind: 'cut-after-commit'; readonly every: number };

/** What the server says once a transaction is kept: the message `C`, its length, and the tag. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
/** What names a write that is sent whole, without a `COMMIT`; the one answer to it comes once it is kept. */
const WHOLE_WRITE = Buffer.from('_as_decided\0', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** A network between the service and its database that a test makes bad and good again. */
export class TcpProxy {
  weather: Weather = { kind: 'clear' };
  /** How many connections were cut between a commit and its answer. */
  cuts = 0;
  private commits = 0;
  private tellOfLoss: (() => void)[] = [];
  private readonly open = new Set<Socket>();
  /** Whose bytes arrive nowhere any more, on either side. */
  private readonly hung = new Set<Socket>();
  /** Those of clients that wait for the answer to such a write. */
  private readonly writing = new Set<Socket>();
  /** What the client said first: for PostgreSQL, who it is. */
  private readonly openings = new Map<Socket, readonly [Socket, string]>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (socket) => this.join(socket));
  }

  static async to(target: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    // Of a server that listens on a port, as `to` has seen to.
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets all connections at once, as a server that fails over does. */
  reset(): number {
    const count = this.open.size;
    for (const socket of this.open) socket.resetAndDestroy();
    return count;
  }

  /**
   * Those of the open connections whose client opened with this text never carry a byte again, and
   * nobody is told; connections that come later do. Tells how many those are.
   */
  hang(opening: string): number {
    let count = 0;
    for (const [near, [far, said]] of this.openings) {
      if (!said.includes(opening) || this.hung.has(near)) continue;
      this.hung.add(near).add(far);
      count += 1;
    }
    return count;
  }

  /** Resolves when silence has swallowed something. */
  nextLoss(): Promise<void> {
    return new Promise((tell) => this.tellOfLoss.push(tell));
  }

  close(): void {
    this.server.close();
    this.reset();
  }

  private join(near: Socket): void {
    const far = connect({ port: this.target, host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);
    const both = [near, far];
    for (const socket of both) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        this.hung.delete(socket);
        this.writing.delete(socket);
        this.openings.delete(near);
        for (const each of both) each.destroy();
      });
    }
    near.on('data', (bytes: Buffer) => {
      if (!this.openings.has(near)) this.openings.set(near, [far, bytes.toString('latin1')]);
      if (bytes.includes(WHOLE_WRITE)) this.writing.add(near);
      if (!this.hung.has(near)) this.pass(bytes, far);
    });
    far.on('data', (bytes: Buffer) => {
      if (this.hung.has(far)) return;
      if (!this.isCut(bytes, near)) return this.pass(bytes, near);
      this.cuts += 1;
      near.resetAndDestroy();
    });
  }

  private isCut(bytes: Buffer, near: Socket): boolean {
    const isWritten = bytes.includes(READY) && this.writing.delete(near);
    const isKept = isWritten || bytes.includes(COMMITTED);
    if (this.weather.kind !== 'cut-after-commit' || !isKept) return false;
    this.commits += 1;
    return this.commits % this.weather.every === 0;
  }

  private pass(bytes: Buffer, to: Socket): void {
    const { weather } = this;
    if (weather.kind === 'silent') return this.tellOfLoss.splice(0).forEach((tell) => tell());
    if (weather.kind !== 'far') return void to.write(bytes);
    setTimeout(() => to.write(bytes), weather.ms);
  }
}
