import { load } from './load.mjs';
import { MS, ROUNDS, WARM_UP_MS } from './settings.mjs';

/**
 * A target is a server, and the messages it is sent again and again; over `most` connections, where more
 * would only have it refuse some.
 */
export const warmUp = async (targets) => {
  for (const { server, messages, most = 8 } of targets) {
    await load({ messages, port: server.port, connections: Math.min(8, most), ms: WARM_UP_MS });
  }
};

const measureOne = async ({ server, messages, most = Infinity }, asked) => {
  const connections = Math.min(asked, most);
  const before = server.cpuUs();
  const found = await load({ messages, port: server.port, connections, ms: MS });
  const cpu = (server.cpuUs() - before) / found.count;
  return { ...found, cpu, server: cpu * found.rate * 1e-6 };
};

/**
 * The rounds of each target. One target after the other in each round, so that what disturbs one
 * disturbs all, and each round begins with another one.
 */
export const compare = async (targets, connections) => {
  const results = targets.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < targets.length; turn += 1) {
      const at = (round + turn) % targets.length;
      results[at].push(await measureOne(targets[at], connections));
    }
  }
  return results;
};
