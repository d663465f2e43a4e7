/** The query of `GET /v1/tools/{tool_id}/impact`. */
export const IMPACT_QUERY = {
  type: 'object',
  properties: {
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 90,
      default: 30,
      description: 'How many days back, today included.',
    },
  },
  additionalProperties: false,
} as const;

export interface ImpactQuery {
  readonly days?: number;
}
