import { randomUUID } from 'node:crypto';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { shown } from '../output/text.js';
import { ApiRefusal, problemOf, Unreachable } from './problem.js';
import { backoffMs, retryAfterMs } from './waiting.js';

export interface Connection {
  readonly url: string;
  readonly token: string | undefined;
  /** Asked once, where there is no token. */
  readonly identity?: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** How long a service that is away or busy is waited for; a few tries are made in any case. */
  readonly patienceMs?: number;
  /** Told before each wait. */
  readonly onWait?: (reason: string, ms: number) => void;
}

export interface Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the service's address, query included: `/v1/me`. */
  readonly path: string;
  readonly body?: Json;
  /** A POST that changes something: all of its tries carry one `Idempotency-Key`. */
  readonly once?: true;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null where the answer has no body. */
  readonly body: Json;
}

const TIMEOUT_MS = 60_000;
const MAX_TRIES = 5;

/**
 * Speaks to the service. Where it is busy (429, 503) or the connection breaks, the request is sent
 * again; one that would take effect twice carries an `Idempotency-Key` and so takes effect once.
 */
export class ApiClient {
  private token: Promise<string | undefined> | undefined;

  constructor(private readonly connection: Connection) {}

  async send(request: Request): Promise<Answer> {
    const headers = headersOf(request, await this.tokenOf());
    return this.insist(() => this.attempt(request, headers));
  }

  /** A GET whose answer is read while it arrives; tried again until it begins to. */
  async open(path: string): Promise<AsyncIterable<Uint8Array>> {
    const headers = headersOf({ method: 'GET', path }, await this.tokenOf());
    const { body } = await this.insist(() => this.begin(path, headers));
    return this.reading(body);
  }

  private async insist<T extends object>(attempt: () => Promise<T | Failed>): Promise<T> {
    const { sleep, now, patienceMs = 0, onWait } = this.connection;
    const deadline = now() + patienceMs;
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt();
      if (!('failure' in outcome)) return outcome;
      const isOver = tries >= MAX_TRIES && now() >= deadline;
      if (!outcome.again || isOver) throw outcome.failure;
      const waitMs = outcome.waitMs ?? backoffMs(tries);
      onWait?.(outcome.failure.message, waitMs);
      await sleep(waitMs);
    }
  }

  private async begin(path: string, headers: Headers): Promise<Begun | Failed> {
    const { url, fetch: send } = this.connection;
    try {
      const response = await send(url.replace(/\/+$/, '') + path, { headers, redirect: 'manual' });
      if (response.ok && response.body !== null) return { body: response.body };
      return this.refused(response, jsonOf(await response.text()));
    } catch (error) {
      return { failure: new Unreachable(url, reasonOf(error)), again: true };
    }
  }

  /** What breaks off in the middle is no end. */
  private async *reading(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new Unreachable(this.connection.url, reasonOf(error));
      });
      if (next.done === true) return;
      yield next.value;
    }
  }

  private async attempt(request: Request, headers: Headers): Promise<Answer | Failed> {
    const { url, fetch: send } = this.connection;
    let response: Response;
    let text: string;
    try {
      response = await send(url.replace(/\/+$/, '') + request.path, {
        method: request.method,
        headers,
        // What is sent is meant for this address, and so is the answer that is believed.
        redirect: 'manual',
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      return { failure: new Unreachable(url, reasonOf(error)), again: true };
    }
    const body = text === '' ? null : jsonOf(text);
    if (response.ok && body !== undefined) {
      return { status: response.status, headers: response.headers, body };
    }
    if (response.ok) {
      return { failure: new Unreachable(url, 'the answer is not JSON'), again: false };
    }
    return this.refused(response, body);
  }

  private refused(response: Response, body: Json | undefined): Failed {
    const elsewhere = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && elsewhere !== null) {
      const reason = `it leads to ${shown(elsewhere)}, which is not followed`;
      return { failure: new Unreachable(this.connection.url, reason), again: false };
    }
    const problem = problemOf(response.status, body);
    const waitMs = retryAfterMs(response.headers.get('retry-after'), this.connection.now());
    const again = problem.kind === 'unavailable' || problem.kind === 'too-many-requests';
    return {
      failure: new ApiRefusal(problem),
      again: again || problem.code === 'idempotency-key-busy',
      ...(waitMs === undefined ? {} : { waitMs }),
    };
  }

  private tokenOf(): Promise<string | undefined> {
    const { token, identity } = this.connection;
    this.token ??= token === undefined && identity ? identity() : Promise.resolve(token);
    return this.token;
  }
}

function headersOf({ body, once }: Request, token: string | undefined): Headers {
  const all = new Headers({ accept: 'application/json' });
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  if (body !== undefined) all.set('content-type', 'application/json');
  if (once === true) all.set('idempotency-key', randomUUID());
  return all;
}

interface Begun {
  readonly body: AsyncIterable<Uint8Array>;
}

interface Failed {
  readonly failure: ApiRefusal | Unreachable;
  readonly again: boolean;
  readonly waitMs?: number;
}

/** Tool documents may own keys that `JSON.parse` mistreats later on; they are read as the service reads them. */
function jsonOf(text: string): Json | undefined {
  const reading = readJson(text);
  return reading.ok ? reading.value : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) {
    return cause.errors[0].message;
  }
  return cause instanceof Error ? cause.message : error.message;
}
