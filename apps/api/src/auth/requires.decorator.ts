import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { Permission } from '#core/policy/grant.js';

/**
 * What a route asks of its caller, read by the authentication hook before any body is. A route that
 * says nothing is closed.
 */
export interface AccessRule {
  /** `open` needs no caller, `any` any known one, a list one of these permissions. */
  readonly access: 'open' | 'any' | readonly Permission[];
  /** The caller is judged, and answered, from memory that is as the database is now. */
  readonly fenced?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule['access'];
    fenced?: boolean;
  }
}

/** The caller needs one of these permissions, in the namespace that the path names. */
export const Requires = (...permissions: [Permission, ...Permission[]]) =>
  applyDecorators(RouteConfig({ access: permissions } satisfies AccessRule), ApiBearerAuth());

/** The same for routes that are asked all the time: no query for the key, and one for them all. */
export const RequiresFenced = (...permissions: [Permission, ...Permission[]]) =>
  applyDecorators(
    RouteConfig({ access: permissions, fenced: true } satisfies AccessRule),
    ApiBearerAuth(),
  );

/** Any authenticated caller. */
export const AnyCaller = () =>
  applyDecorators(RouteConfig({ access: 'any' } satisfies AccessRule), ApiBearerAuth());

/** Open to everybody, without a key. */
export const Open = () => RouteConfig({ access: 'open' } satisfies AccessRule);
