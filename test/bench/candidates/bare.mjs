// What is compared with: Fastify alone, answering `hello` or the bytes of a candidate answer.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const answer = readFileSync(process.argv[2] ?? '');
const fastify = Fastify();
fastify.get('/hello', (_, reply) => reply.type('text/plain').send('hello world'));
fastify.post('/same', (_, reply) => reply.type('application/json; charset=utf-8').send(answer));
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`is ready at http://127.0.0.1:${fastify.server.address().port}\n`);
