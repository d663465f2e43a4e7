// Those who write: over HTTP, by the bare function, and by COPY. Each takes a list and says how long it took.
import { connect } from 'node:net';
import pg from 'pg';
import { AS_SERVICE } from '../../../dist/api/src/database/roles/app-role.js';

const LENGTH = /\r\ncontent-length: (\d+)/i;

export const requestBytes = (method, path, body, token) => {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: bench',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
};

export const puts = (items, token) =>
  items.map(({ tool_id, version, manifest }) =>
    requestBytes('PUT', `/v1/tools/${tool_id}/versions/${version}`, manifest, token),
  );

/** In chunks as the command line sends them. */
export const bulks = (items, token, size = 100) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    requestBytes(
      'POST',
      '/v1/registrations',
      { items: items.slice(at * size, at * size + size) },
      token,
    ),
  );

const client = (port, next, status) =>
  new Promise((resolve, reject) => {
    let missing = -1;
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const send = () => {
      const message = next();
      if (message === undefined) return resolve(socket.end());
      missing = -1;
      text = '';
      socket.write(message);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        text += chunk.toString('latin1');
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!text.startsWith(`HTTP/1.1 ${status}`)) return reject(new Error(text));
        missing = end + 4 + Number(LENGTH.exec(text)?.[1]) - text.length;
      } else missing -= chunk.length;
      if (missing === 0) send();
    });
  });

const timed = async (work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

/** Each message once, over so many connections. */
export const overHttp = (port, messages, connections, status) => {
  const left = messages.values();
  return timed(() =>
    Promise.all(
      Array.from({ length: connections }, () => client(port, () => left.next().value, status)),
    ),
  );
};

/** Connections to the database as the service has them. */
export const openClients = async (url, count, setUp = AS_SERVICE) => {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  for (const one of clients) {
    await one.connect();
    await one.query(setUp);
  }
  return clients;
};

/** Each statement once, over so many connections. */
export const overConnections = (clients, statements) => {
  const left = statements.values();
  const work = async (one) => {
    for (const statement of left) await one.query(statement);
  };
  return timed(() => Promise.all(clients.map(work)));
};

const CHUNK = 64 * 1024;

class CopyIn {
  constructor(sql, bytes, callback) {
    Object.assign(this, { sql, bytes, callback });
  }

  submit(connection) {
    connection.query(this.sql);
  }

  handleCopyInResponse(connection) {
    for (let at = 0; at < this.bytes.length; at += CHUNK) {
      connection.sendCopyFromChunk(this.bytes.subarray(at, at + CHUNK));
    }
    connection.endCopyFrom();
  }

  handleError(error) {
    this.callback(error);
  }

  handleReadyForQuery() {
    this.callback(null);
  }

  handleCommandComplete() {}
}

const copyIn = (one, { sql, bytes }) =>
  new Promise((resolve, reject) => {
    one.query(new CopyIn(sql, bytes, (error) => (error === null ? resolve() : reject(error))));
  });

/** All tables in one transaction, and the head of the trail after them. */
export const byCopy = (one, { copies, head }) =>
  timed(async () => {
    await one.query('BEGIN');
    for (const copy of copies) await copyIn(one, copy);
    await one.query('UPDATE catalog_head SET audit_seq = $1, audit_hash = $2 WHERE id = 1', [
      head.seq,
      head.hash,
    ]);
    await one.query('COMMIT');
  });
