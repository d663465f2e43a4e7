export const STATES = ['draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled'] as const;

export type State = (typeof STATES)[number];
