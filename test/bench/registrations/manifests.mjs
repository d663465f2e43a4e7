// Manifests as teams write them, about a kilobyte each and no two alike; the same in each run.

const VERBS = 'create find close refund route archive export notify assign approve merge'.split(
  ' ',
);
const THINGS = 'ticket invoice customer order parcel report contract branch meeting payment'.split(
  ' ',
);
const FIELDS = [
  ['customer_id', 'The customer it is for, as the shop knows it.', { maxLength: 64 }],
  ['subject', 'What it is about, in one line.', { maxLength: 200 }],
  ['reason', 'Why it is done; shown to the customer.', { maxLength: 500 }],
  ['priority', 'How soon it has to be looked at.', { enum: ['low', 'normal', 'high'] }],
  ['region', 'The region whose rules apply.', { enum: ['eu', 'us', 'apac'] }],
  ['reference', 'The number that the sender knows it by.', { maxLength: 40 }],
];

export const NAMESPACE = 'bench';

const pick = (list, number) => list[number % list.length];

const property = ([name, description, more], number) => [
  name,
  { type: 'string', description: `${description} (${number})`, ...more },
];

/** The tool of this number in the version 1.0.0, or in 1.1.0 with one more optional property. */
export const item = (number, version = '1.0.0') => {
  const [verb, thing] = [pick(VERBS, number), pick(THINGS, number * 7)];
  const fields = FIELDS.filter((_, at) => (number >> at) % 3 !== 1 || at < 2);
  const properties = Object.fromEntries(fields.map((field) => property(field, number)));
  if (version !== '1.0.0') {
    properties.note = {
      type: 'string',
      description: `A note for the team (${number}).`,
      maxLength: 300,
    };
  }
  return {
    tool_id: `${NAMESPACE}.${verb}_${thing}_${number}`,
    version,
    manifest: {
      title: `${verb} ${thing} ${number}`,
      description: `Use it to ${verb} one ${thing} of a customer. It answers with what was done (${number}).`,
      tags: [verb, thing],
      input_schema: {
        type: 'object',
        properties,
        required: ['customer_id'],
        additionalProperties: false,
      },
      output_schema: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Its id.', maxLength: 64 } },
        required: ['id'],
      },
      side_effect: false,
      idempotent: true,
      timeout_ms: 2_000 + (number % 1_000),
      target: { kind: 'mcp', server: NAMESPACE, tool: `${verb}_${thing}` },
      policy: {
        risk_level: pick(['L0', 'L1'], number),
        requires_approval: false,
        allowed_roles: ['support', `team${number % 40}`],
        allowed_tenants: [`tenant${number % 50}`],
        task_types: [`task${number % 30}`],
      },
      owner: `team-${number % 40}`,
      example_queries: [`please ${verb} the ${thing} ${number}`],
    },
  };
};

let next = 1;

/** So many that nobody has had yet. */
export const newItems = (count) => Array.from({ length: count }, () => item(next++));
