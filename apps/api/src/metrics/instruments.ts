import type { Family } from './families.js';

/** A value of each label, in their order. */
export type LabelValues<Labels extends readonly string[]> = {
  readonly [Index in keyof Labels]: string;
};

/** One line of the answer, before it is text. */
export interface Sample {
  /** What is added to the name of the family. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
}

/** One series of a counter. Where much is counted, hold on to it: counting is then one addition. */
export class Count {
  private total = 0;

  get value(): number {
    return this.total;
  }

  add(more = 1): void {
    this.total += more;
  }
}

/** One series of a histogram. */
export class Distribution {
  private readonly buckets: Float64Array;
  private sum = 0;

  /** `bounds` ascend; what is greater than the last goes into a bucket of its own. */
  constructor(private readonly bounds: readonly number[]) {
    this.buckets = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds, buckets } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? Infinity)) at += 1;
    buckets[at] = (buckets[at] ?? 0) + 1;
    this.sum += value;
  }

  samples(labels: Sample['labels']): Sample[] {
    let below = 0;
    const buckets = [...this.buckets].map((count, at): Sample => {
      below += count;
      const le = this.bounds[at];
      return {
        suffix: '_bucket',
        labels: [...labels, ['le', le === undefined ? '+Inf' : String(le)]],
        value: below,
      };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.sum },
      { suffix: '_count', labels, value: below },
    ];
  }
}

/** The series of one family, each made when it is first asked for. */
export class Instrument<Labels extends readonly string[], Series> {
  private readonly series = new Map<string, readonly [Sample['labels'], Series]>();

  constructor(
    private readonly family: Family<Labels>,
    private readonly make: () => Series,
    private readonly show: (series: Series, labels: Sample['labels']) => readonly Sample[],
  ) {}

  at(...values: LabelValues<Labels>): Series {
    const key = values.join('\n');
    const known = this.series.get(key);
    if (known !== undefined) return known[1];
    const made = this.make();
    this.series.set(key, [labelled(this.family.labels, values), made]);
    return made;
  }

  samples(): Sample[] {
    return [...this.series.values()].flatMap(([labels, series]) => this.show(series, labels));
  }
}

export const counter = <Labels extends readonly string[]>(
  family: Family<Labels>,
): Instrument<Labels, Count> =>
  new Instrument(
    family,
    () => new Count(),
    ({ value }, labels) => [{ labels, value }],
  );

export const histogram = <Labels extends readonly string[]>(
  family: Family<Labels>,
  bounds: readonly number[],
): Instrument<Labels, Distribution> =>
  new Instrument(
    family,
    () => new Distribution(bounds),
    (series, labels) => series.samples(labels),
  );

export const labelled = (names: readonly string[], values: readonly string[]): Sample['labels'] =>
  names.map((name, at) => [name, values[at] ?? ''] as const);

/** The one sample of a family without labels. */
export const plain = (value: number): Sample => ({ labels: [], value });
