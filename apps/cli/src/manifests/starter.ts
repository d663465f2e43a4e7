import { FILE_SCHEMA_NAME } from '#core/manifests/file-schema.js';

export interface Starter {
  readonly toolId: string;
  readonly owner: string;
  /** Address of a catalog, where editors find the schema. */
  readonly catalog: string;
}

export const schemaAddress = (catalog: string): string =>
  `${catalog.replace(/\/+$/, '')}/docs/${FILE_SCHEMA_NAME}`;

/** The line by which editors know what the file is. */
export const modeline = (catalog: string): string =>
  `# yaml-language-server: $schema=${schemaAddress(catalog)}`;

/** A manifest to start from: whole as it stands, and without a finding of the lint. */
export const starterManifest = ({
  toolId,
  owner,
  catalog,
}: Starter): string => `${modeline(catalog)}
defaults:
  version: 0.1.0
  owner: ${JSON.stringify(owner)}
  policy:
    risk_level: L1
    requires_approval: false
    allowed_roles: ['*'] # name roles from L2 on
    allowed_tenants: ['*']
    task_types: [general]

tools:
  - tool_id: ${toolId}
    title: Look up an order
    description: Find one order by its number and say where it is.
    input_schema: # or the path of a JSON or YAML file
      type: object
      properties:
        order_number:
          type: string
          description: As it is printed on the invoice.
          pattern: ^[0-9]{6,10}$
          maxLength: 10
      required: [order_number]
      additionalProperties: false
    output_schema:
      type: object
      properties:
        status:
          enum: [received, packed, shipped, delivered]
          description: How far the order has come.
      required: [status]
      additionalProperties: false
    side_effect: false
    idempotent: true
    timeout_ms: 5000
    errors:
      - code: ORDER_UNKNOWN
        retryable: false
        description: There is no order of this number.
    target:
      kind: http
      method: GET
      url: https://orders.example.com/v1/orders/{order_number}
`;
