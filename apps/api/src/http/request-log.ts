import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Line = Parameters<FastifyBaseLogger['info']>;

/**
 * The logger of one request, which names the request in each line. Nearly all requests log nothing
 * but their one line, so that a logger of their own is made for the others alone.
 */
class RequestLog implements Omit<FastifyBaseLogger, 'silent'> {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly parent: FastifyBaseLogger,
    private readonly bindings: Bindings,
    private readonly options: Options,
  ) {}

  get level(): string {
    return this.parent.level;
  }

  trace(...line: Line): void {
    this.own.trace(...line);
  }

  debug(...line: Line): void {
    this.own.debug(...line);
  }

  info(...line: Line): void {
    this.own.info(...line);
  }

  warn(...line: Line): void {
    this.own.warn(...line);
  }

  error(...line: Line): void {
    this.own.error(...line);
  }

  fatal(...line: Line): void {
    this.own.fatal(...line);
  }

  silent(): void {
    // As the name says.
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.own.child(bindings, options);
  }

  private get own(): FastifyBaseLogger {
    this.made ??= this.parent.child(this.bindings, this.options);
    return this.made;
  }
}

/** For `childLoggerFactory`. */
export function requestLog(
  this: FastifyInstance,
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger {
  return new RequestLog(parent, bindings, options);
}
