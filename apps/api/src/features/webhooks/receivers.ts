import { lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Attempt } from '#core/webhooks/decide-delivery.js';
import { Settings } from '../../config/env.js';
import { inSpan, noteInSpan, outgoingTrace } from '../../tracing/current-trace.js';
import type { Step } from '../../tracing/trace.js';
import type { Message } from './message.js';
import { PublicAddresses } from './public-addresses.js';

/** So much of an answer is read before its connection is closed; nobody looks at it. */
const ANSWER_BYTES = 16 * 1024;

const DELIVERY: Step = {
  name: 'webhook delivery',
  kind: 'client',
  facts: { 'http.request.method': 'POST' },
};

export interface Outcome {
  readonly attempt: Attempt;
  /** What went wrong, in words that hold nothing of the answer. */
  readonly error: string;
}

/** Sends messages to receivers that are where messages may be sent. */
@Injectable()
export class Receivers {
  /** How long a receiver has, from the connection to the head of its answer. */
  patienceMs = 10_000;
  private readonly addresses: PublicAddresses;

  constructor(settings: Settings) {
    this.addresses = new PublicAddresses(settings.webhookNetworks);
  }

  /** Why a URL can be none of a receiver by what is written in it, or null. */
  refuse(address: string): string | null {
    const { protocol, hostname } = new URL(address);
    const host = bareHost(hostname);
    if (isIP(host) !== 0) {
      const why = this.addresses.refuse(host, protocol);
      return why === null ? null : `${host} ${why}`;
    }
    // `localhost` is all that is sure to lead here without asking.
    const here = this.addresses.refuse('127.0.0.1', 'http:') === null;
    return protocol === 'http:' && !(here && host === 'localhost')
      ? `${host} is to be reached by https`
      : null;
  }

  /** Never throws. A redirect is not followed: where it leads nobody has agreed to. */
  send(address: string, message: Message, stop: AbortSignal): Promise<Outcome> {
    return inSpan(DELIVERY, async () => {
      const outcome = await this.attempt(address, message, stop);
      noteInSpan({ 'quartermaster.webhook.outcome': outcome.attempt });
      return outcome;
    });
  }

  private async attempt(
    address: string,
    { headers, body }: Message,
    stop: AbortSignal,
  ): Promise<Outcome> {
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(this.patienceMs)]);
      const url = new URL(address);
      const refusal = this.refuse(address);
      if (refusal !== null) return failed(refusal);
      const length = { 'content-length': Buffer.byteLength(body) };
      const options: RequestOptions = {
        method: 'POST',
        headers: { ...headers, ...length, ...outgoingTrace() },
        signal,
        agent: false,
        lookup: this.lookup(url.protocol),
      };
      const status = await exchange(url, options, body);
      noteInSpan({ 'http.response.status_code': status });
      return outcomeOf(status);
    } catch (error) {
      return failed(wordsFor(error, this.patienceMs));
    }
  }

  /** Asked with each connection, so that a name which leads elsewhere by then is seen. */
  private lookup(protocol: string): LookupFunction {
    return (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return done(error, '');
        const [first] = found;
        const refused = found
          .map(({ address }) => this.addresses.refuse(address, protocol))
          .find((why) => why !== null);
        if (refused !== undefined || first === undefined) {
          return done(new RefusedAddress(`${hostname} ${refused ?? 'has no address'}`), '');
        }
        if (options.all === true) done(null, found);
        else done(null, first.address, first.family);
      });
    };
  }
}

class RefusedAddress extends Error {}

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const exchange = (url: URL, options: RequestOptions, body: string): Promise<number> =>
  new Promise((resolveStatus, reject) => {
    const request = url.protocol === 'http:' ? requestPlain : requestTls;
    request(url, options, (response) => {
      leave(response);
      resolveStatus(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });

/** Reads a little, so that a polite receiver can end its answer, and no more. */
const leave = (response: IncomingMessage): void => {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) response.destroy();
  });
};

const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return { attempt: 'delivered', error: '' };
  const error = `the receiver answered ${status}`;
  return status === 410 ? { attempt: 'gone', error } : failed(error);
};

const failed = (error: string): Outcome => ({ attempt: 'failed', error });

const wordsFor = (error: unknown, patienceMs: number): string => {
  if (error instanceof RefusedAddress) return error.message;
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') {
    return `the receiver did not answer within ${patienceMs / 1_000} seconds`;
  }
  return `the receiver could not be reached${typeof code === 'string' ? ` (${code})` : ''}`;
};
