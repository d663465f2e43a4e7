/** A line of a scrape: `name{label="value"} 1`. */
export interface ScrapedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ScrapedFamily {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ScrapedSample[];
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=[a-zA-Z_])|$)/y;

/** Reads the text format of Prometheus strictly: what a server would refuse or misread throws. */
export const readScrape = (text: string): ReadonlyMap<string, ScrapedFamily> => {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = text.split(/^(?=# HELP )/m).map(familyOf);
  const byName = new Map(families);
  if (byName.size < families.length) throw new Error('a family is told twice');
  return byName;
};

const HEAD = /^# HELP (\S+) (.+)\n# TYPE \1 (counter|gauge|histogram)\n/;

const familyOf = (block: string): readonly [string, ScrapedFamily] => {
  const [head = '', name = '', help = '', type = ''] = HEAD.exec(block) ?? [];
  if (name === '') throw new Error(`not the head of a family: ${block}`);
  const samples = block.slice(head.length).trimEnd().split('\n').map(sampleOf);
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  const stray = samples.find((sample) => !suffixes.some((end) => sample.name === name + end));
  if (stray !== undefined) throw new Error(`${stray.name} is not of ${name}`);
  const keys = new Set(samples.map((sample) => JSON.stringify([sample.name, sample.labels])));
  if (keys.size < samples.length) throw new Error(`a series of ${name} is told twice`);
  return [name, { type, help, samples }];
};

const sampleOf = (line: string): ScrapedSample => {
  const [, name, labels = '', value] = LINE.exec(line) ?? [];
  if (name === undefined || Number.isNaN(Number(value))) throw new Error(`not a sample: ${line}`);
  return { name, labels: labelsOf(labels), value: Number(value) };
};

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || name in labels) throw new Error(`not labels: ${text}`);
    labels[name] = value;
  }
  return labels;
};
