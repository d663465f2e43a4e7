import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { pointer } from '#core/json/pointer.js';
import { Problem } from './problem.js';
import { READS_QUERY } from './query-parameters.decorator.js';

/**
 * Refuses a query where the route reads none: `?dry_run=true` at a route that knows no dry run must
 * not be taken for one. Routes that read a query refuse unknown parameters by their own schema.
 */
@Injectable()
export class UnreadQueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isOpen = request.caller === undefined;
    const reads = this.reflector.get<boolean | undefined>(READS_QUERY, context.getHandler());
    if (!isOpen && reads !== true) requireNoQuery(request);
    return true;
  }
}

export const requireNoQuery = ({ query }: FastifyRequest): void => {
  const names = Object.keys(query ?? {});
  if (names.length === 0) return;
  throw new Problem('query-invalid', {
    detail: 'This route reads no query parameters.',
    errors: names.slice(0, 100).map((name) => ({
      pointer: pointer('', name),
      code: 'unknown-field',
      message: 'is not a parameter that is read here',
    })),
  });
};
