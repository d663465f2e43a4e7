import type { FastifyReply } from 'fastify';
import { Problem } from './problem.js';

/** Aborted when the connection closes before the answer was written: nobody waits for it any more. */
export const clientGone = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  if (raw.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** Call before work whose effects nobody would hear of; the refusal is for the log. */
export const requireThere = (gone: AbortSignal | undefined): void => {
  if (gone?.aborted !== true) return;
  throw new Problem('check-too-slow', {
    detail: 'The client has closed the connection before anything was written.',
    headers: { 'retry-after': '5' },
  });
};
