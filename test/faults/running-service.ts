import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess, type StartOptions } from '../support/service-process.js';
import { ADMIN_KEY, call } from './catalog-load.js';

/** The service as a process, always on one port, so that clients find it again after a restart. */
export class RunningService {
  private process: ServiceProcess | undefined;
  starts = 0;

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
    private readonly how: Pick<StartOptions, 'command' | 'cwd'>,
  ) {}

  static async start(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    how: Pick<StartOptions, 'command' | 'cwd'> = {},
  ): Promise<RunningService> {
    const service = new RunningService(dataDir, await freePort(), env, how);
    await service.again();
    return service;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get running(): ServiceProcess {
    if (this.process === undefined) throw new Error('the service was never started');
    return this.process;
  }

  async again(): Promise<void> {
    this.process = ServiceProcess.start({
      dataDir: this.dataDir,
      env: {
        PORT: String(this.port),
        QM_BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
        QM_LOG_LEVEL: 'warn',
        ...this.env,
      },
      ...this.how,
    });
    this.starts += 1;
    await this.process.address();
  }

  async kill(): Promise<void> {
    this.running.signal('SIGKILL');
    await this.running.ended;
  }

  async stop(): Promise<number | null> {
    this.running.signal('SIGTERM');
    return this.running.ended;
  }

  /** Milliseconds until a request that needs the database is served. */
  async untilServed(patienceMs = 60_000): Promise<number> {
    const begun = performance.now();
    while (performance.now() - begun < patienceMs) {
      const status = await call(this.address, '/v1/me').then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      if (status === 200) return performance.now() - begun;
      await sleep(20);
    }
    throw new Error(`nothing is served: ${this.running.stderr.slice(-2_000)}`);
  }
}

export const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => found(port));
    });
  });
