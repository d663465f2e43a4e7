const LEVEL = /\/(?:properties|patternProperties)\/[^/]+|\/(?:items|additionalProperties)(?=\/|$)/g;

/** How many levels below its side's root the value of a schema lies, by where the schema stands. */
export const levelsOf = (path: string): number => path.match(LEVEL)?.length ?? 0;
