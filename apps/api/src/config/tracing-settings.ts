export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces are sent, and which. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly serviceName: string;
  /** What the spans say of where they come from. */
  readonly resource: ReadonlyMap<string, string>;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Of all traces, for the samplers by ratio. */
  readonly ratio: number;
}

/** `key=value,key=value`, percent-encoded where it needs to be, as OpenTelemetry writes lists. */
export const readPairs = (
  text: string,
): { value: ReadonlyMap<string, string> } | { expected: string } => {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const read = pairs.map(pairIn).filter((pair) => pair !== null);
  return read.length === pairs.length
    ? { value: new Map(read) }
    : { expected: 'a list such as key=value,key=value, percent-encoded' };
};

const pairIn = (text: string): readonly [string, string] | null => {
  const [, key = '', value = ''] = /^\s*([A-Za-z0-9._/-]+)\s*=(.*)$/s.exec(text) ?? [];
  if (key === '') return null;
  try {
    const decoded = decodeURIComponent(value.trim());
    return /^[\x20-\x7e]*$/.test(decoded) ? [key, decoded] : null;
  } catch {
    return null;
  }
};

export const readRatio = (text: string): { value: number } | { expected: string } =>
  /^(0|1|[01]?\.\d{1,9})$/.test(text) && Number(text) <= 1
    ? { value: Number(text) }
    : { expected: 'a number from 0 to 1' };

/** The address of the collector that takes signals of all kinds, and the path of traces there. */
export const tracesAt = (base: string): string => `${base.replace(/\/+$/, '')}/v1/traces`;
