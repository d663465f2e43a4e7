import type { Log } from '../config/log.js';
import type { TracingSettings } from '../config/tracing-settings.js';
import type { Step } from './trace.js';
import type { OpenTrace, Tracing } from './tracing.js';

class NoTracing implements Tracing {
  readonly isOn = false;

  begin(): OpenTrace {
    throw new Error('tracing is off');
  }

  whole<T>(_: Step, work: () => Promise<T>): Promise<T> {
    return work();
  }
}

/** Of OpenTelemetry nothing is loaded where no traces are wanted. */
export const openTracing = async (
  settings: TracingSettings | undefined,
  log: Log,
): Promise<Tracing> => {
  if (settings === undefined) return new NoTracing();
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(settings, log);
};
