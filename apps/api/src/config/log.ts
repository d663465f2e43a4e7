import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** What everybody logs through: one JSON object a line, and never headers, bodies or tokens. */
export abstract class Log {
  abstract readonly debug: Logger['debug'];
  abstract readonly info: Logger['info'];
  abstract readonly warn: Logger['warn'];
  abstract readonly error: Logger['error'];
}

/**
 * Writes to stderr, at once: stdout is for what a person or a script wants to read, such as the
 * address and the first key, and the last lines before an exit are the ones that are needed.
 * `fields` are asked for with each line.
 */
export const openLog = (level: LogLevel, fields?: () => object): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(fields === undefined ? {} : { mixin: fields }),
    },
    pino.destination({ fd: 2, sync: true }),
  );

/** Nest's tale of its start (modules, routes) is for debugging; its complaints are not. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown): void {
    this.target.debug({ nest: message });
  }

  error(message: unknown, ...more: unknown[]): void {
    this.target.error({ nest: message, more });
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.target.warn({ nest: message, more });
  }
}
