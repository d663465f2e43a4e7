/** The parts that the schemas of answers are made of. */
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
export const TIME = { type: 'string', format: 'date-time' } as const;
export const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

/** An object of exactly these members, all of them always there but for the optional ones. */
export const closed = <Properties extends Readonly<Record<string, object>>>(
  properties: Properties,
  optional: readonly (keyof Properties)[] = [],
) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false as const,
});
