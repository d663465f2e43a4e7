// Twenty clients that send the worst that there is without a pause: a process of its own, so that it
// is not they who slow down what is measured.
import { Agent, request } from 'node:http';
import { ATTACKS, type Attack } from './attacks.js';

/** What the process is told when it starts. */
export interface Orders {
  readonly port: number;
  /** The tokens of the clients, one for each. */
  readonly tokens: readonly string[];
  /** The attacks by their names. */
  readonly attacks: readonly string[];
  /** Tells the requests of one start from those of others. */
  readonly round: string;
}

/** How often which status was answered. */
export type Tally = readonly (readonly [status: string, times: number])[];

const send = (agent: Agent, port: number, token: string, attack: Attack, n: string) => {
  const { method, path, body } = attack.requestOf(n);
  return new Promise<string>((done) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (answer) => {
      answer.resume();
      answer.once('error', () => done('cut'));
      answer.once('end', () => done(String(answer.statusCode)));
    });
    sent.once('error', () => done('cut'));
    sent.end(body);
  });
};

const attackWith = async ({ port, tokens, attacks, round }: Orders): Promise<void> => {
  const chosen = ATTACKS.filter(({ name }) => attacks.includes(name));
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  const client = async (token: string, number: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const attack = chosen[(number + at) % chosen.length];
      if (attack === undefined) return;
      const status = await send(agent, port, token, attack, `${round}_${number}_${at}`);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  process.on('message', () => {
    process.send?.([...counts], () => process.exit());
  });
  await Promise.all(tokens.map(client));
};

process.once('message', (orders) => void attackWith(orders as Orders)); // what `Attackers` sends
