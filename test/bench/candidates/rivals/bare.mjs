// What is compared with: Fastify alone, answering `hello`, or the bytes that it was given once.
import Fastify from 'fastify';

let answer = Buffer.alloc(0);
const fastify = Fastify();
fastify.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
  done(null, body),
);
fastify.put('/same', ({ body }, reply) => {
  answer = body;
  return reply.code(204).send();
});
fastify.get('/hello', (_, reply) => reply.type('text/plain').send('hello world'));
fastify.post('/same', (_, reply) => reply.type('application/json; charset=utf-8').send(answer));
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`is ready at http://127.0.0.1:${fastify.server.address().port}\n`);
