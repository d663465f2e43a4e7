import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstManifestOf, manifestOf, pathOf } from '../../support/catalog.js';

/** What the others met in a stretch of time. */
export interface Experience {
  /** Milliseconds that each candidate request took. */
  readonly candidates: number[];
  readonly registrations: number[];
  /** Statuses of what was not served. */
  readonly failed: string[];
}

export interface Target {
  readonly port: number;
  /** Of an agent, and of a publisher of the namespace `honest`. */
  readonly agentToken: string;
  readonly publisherToken: string;
  readonly questions: readonly object[];
}

const CANDIDATES_EVERY_MS = 20;
const REGISTRATIONS_EVERY_MS = 150;

/** Asks and registers at a steady pace, whether or not earlier requests were answered. */
export class Bystanders {
  private readonly agent = new Agent({ keepAlive: true });
  private registered = 0;

  constructor(private readonly target: Target) {}

  async live(ms: number): Promise<Experience> {
    const experience: Experience = { candidates: [], registrations: [], failed: [] };
    const end = performance.now() + ms;
    const open: Promise<void>[] = [];
    const ask = async (): Promise<void> => {
      for (let at = 0; performance.now() < end; at += 1) {
        open.push(this.askOnce(at, experience));
        await sleep(CANDIDATES_EVERY_MS);
      }
    };
    const register = async (): Promise<void> => {
      while (performance.now() < end) {
        const pause = sleep(REGISTRATIONS_EVERY_MS);
        await this.registerOnce(experience);
        await pause;
      }
    };
    await Promise.all([ask(), register()]);
    await Promise.all(open);
    return experience;
  }

  close(): void {
    this.agent.destroy();
  }

  private async askOnce(at: number, { candidates, failed }: Experience): Promise<void> {
    const { agentToken, questions } = this.target;
    const question = questions[at % questions.length] ?? {};
    const { status, ms } = await this.send('POST', '/v1/candidates', agentToken, question);
    candidates.push(ms);
    if (status !== 200) failed.push(`${status} to a candidate request`);
  }

  /** A new tool, and then two more versions of it that have to be compared. */
  private async registerOnce({ registrations, failed }: Experience): Promise<void> {
    const at = this.registered++;
    const path = pathOf(`honest.tool_${Math.floor(at / 3)}`, `1.${at % 3}.0`);
    const manifest =
      at % 3 === 0
        ? firstManifestOf()
        : manifestOf({
            input_schema: { type: 'object', properties: { text: { maxLength: 100 + at } } },
          });
    const { status, ms } = await this.send('PUT', path, this.target.publisherToken, manifest);
    registrations.push(ms);
    if (status !== 201) failed.push(`${status} to a registration`);
  }

  private send(
    method: string,
    path: string,
    token: string,
    document: object,
  ): Promise<{ status: number; ms: number }> {
    const body = JSON.stringify(document);
    const begun = performance.now();
    return new Promise((done) => {
      const over = (status: number): void => done({ status, ms: performance.now() - begun });
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const { agent } = this;
      const { port } = this.target;
      const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (answer) => {
        answer.resume();
        answer.once('error', () => over(0));
        answer.once('end', () => over(answer.statusCode ?? 0));
      });
      sent.once('error', () => over(0));
      sent.end(body);
    });
  }
}
