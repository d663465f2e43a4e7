/** Why somebody does what they do, as every command that asks for it takes it. */
export const REASON = { type: 'string', minLength: 1, maxLength: 2_000, pattern: '\\S' } as const;
