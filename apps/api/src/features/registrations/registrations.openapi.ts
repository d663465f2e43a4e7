import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { openApiSchema } from '../../http/openapi-schema.js';
import { Problems } from '../../http/problems.decorator.js';
import { QueryParameters } from '../../http/query-parameters.decorator.js';
import { CHECK_EXAMPLE, CHECK_SCHEMA } from '../versions/check.schema.js';
import { BULK_EXAMPLE, BULK_SCHEMA } from './bulk.schema.js';
import { MANIFEST_EXAMPLE } from './manifest.example.js';
import { REGISTRATION_EXAMPLE, REGISTRATION_SCHEMA } from './registration.schema.js';
import {
  BULK_BODY,
  CHECK_BODY,
  DIFF_BODY,
  DRY_RUN_QUERY,
  REGISTER_QUERY,
} from './registrations.bodies.js';

const MANIFEST = { $ref: '#/components/schemas/Manifest' } as const;

const READING_A_BODY = [
  'bad-json',
  'duplicate-key',
  'unsafe-number',
  'nul-character',
  'lone-surrogate',
  'body-invalid',
  'body-too-large',
  'media-type-unsupported',
] as const;

const REFUSES_REGISTRATION = [
  ...READING_A_BODY,
  'query-invalid',
  'tool-id-invalid',
  'unauthenticated',
  'permission-missing',
  'namespace-forbidden',
  'tool-id-taken',
  'version-taken',
  'schema-invalid',
  'policy-invalid',
  'annotations-contradict',
  'owner-missing',
  'policy-missing',
  'drift',
  'version-frozen',
  'version-not-semver',
  'bump-too-small',
  'nothing-changed',
  'check-too-slow',
  'too-many-checks',
] as const;

const TOOL_ID = ApiParam({ name: 'tool_id', example: 'support.create_ticket' });

const DRY_RUN_HEADER = {
  'X-Dry-Run': {
    description: '`true` where nothing was written because the request asked for a dry run.',
    schema: { type: 'string', enum: ['true'] },
  },
};

export const DescribesRegister = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Register a version',
      description:
        'Repeating it is safe: the same contract under the same number is answered 200, whatever became of the version. Another contract replaces a draft that was never enabled and voids its approvals, evidence and waivers; anything else is frozen. `policy` and `owner` are needed at the first registration of a tool. Policy and presentation that come along are taken while no version has ever left draft (`updated`), and only compared afterwards (`drift`); so is what `changes` declares, as long as the version itself is a draft. Both list JSON Pointers into the manifest. A refusal over the number carries the verdict as `check`.',
    }),
    TOOL_ID,
    ApiParam({
      name: 'version',
      description: 'A semantic version; build metadata is kept but makes no other version.',
      example: '1.3.0',
    }),
    QueryParameters(REGISTER_QUERY),
    ApiBody({ schema: MANIFEST, examples: { manifest: { value: MANIFEST_EXAMPLE } } }),
    ApiResponse({
      status: 201,
      description: 'A new draft.',
      headers: {
        ...DRY_RUN_HEADER,
        Location: { description: 'Where the version is.', schema: { type: 'string' } },
      },
      schema: openApiSchema(REGISTRATION_SCHEMA),
      example: REGISTRATION_EXAMPLE,
    }),
    ApiResponse({
      status: 200,
      description: 'The contract is there already, or a draft was replaced (`replaced: true`).',
      headers: DRY_RUN_HEADER,
      schema: openApiSchema(REGISTRATION_SCHEMA),
      example: { ...REGISTRATION_EXAMPLE, outcome: 'replaced', replaced: true },
    }),
    Problems(...REFUSES_REGISTRATION),
  );

export const DescribesCheck = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Check a manifest without registering it',
      description:
        'Answers 200 whenever it could be judged, also for a tool that does not exist yet. `changes`, `required_bump` and `declared_bump` speak of the baseline, or of `against` where that is given; `allowed` and `minimum_version` always speak of the baseline. `refusals` lists what stands in the way apart from the number, and `notes` why the number does. Where a schema cannot be used nothing is compared, and `required_bump` is null.',
    }),
    TOOL_ID,
    ApiBody({
      schema: openApiSchema({
        ...CHECK_BODY,
        properties: { ...CHECK_BODY.properties, manifest: MANIFEST },
      }),
      examples: { check: { value: { version: '1.3.0', manifest: MANIFEST_EXAMPLE } } },
    }),
    ApiResponse({
      status: 200,
      description: 'The verdict.',
      schema: openApiSchema(CHECK_SCHEMA),
      example: CHECK_EXAMPLE,
    }),
    Problems(
      ...READING_A_BODY,
      'tool-id-invalid',
      'unauthenticated',
      'permission-missing',
      'namespace-forbidden',
      'not-found',
      'version-not-semver',
      'check-too-slow',
      'too-many-checks',
    ),
  );

export const DescribesDiff = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Compare two manifests that are stored nowhere',
      description:
        'The result of a check without a number: `allowed`, `baseline` and `version` are null. The declared `changes` are those of `after`, and so are `lint` and `refusals`.',
    }),
    ApiBody({
      schema: openApiSchema({ ...DIFF_BODY, properties: { before: MANIFEST, after: MANIFEST } }),
      examples: {
        diff: {
          value: {
            before: MANIFEST_EXAMPLE,
            after: { ...MANIFEST_EXAMPLE, timeout_ms: 8_000 },
          },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description: 'How far they are apart, and why.',
      schema: openApiSchema(CHECK_SCHEMA),
      example: {
        ...CHECK_EXAMPLE,
        tool_id: null,
        baseline: null,
        version: null,
        allowed: null,
        declared_bump: null,
        minimum_version: null,
      },
    }),
    Problems(
      ...READING_A_BODY,
      'unauthenticated',
      'permission-missing',
      'schema-invalid',
      'check-too-slow',
      'too-many-checks',
    ),
  );

const BULK_ITEM = BULK_BODY.properties.items.items;

const BULK = {
  ...BULK_BODY,
  properties: {
    items: {
      ...BULK_BODY.properties.items,
      items: { ...BULK_ITEM, properties: { ...BULK_ITEM.properties, manifest: MANIFEST } },
    },
  },
};

const BULK_REQUEST = {
  items: [{ tool_id: 'support.create_ticket', version: '1.3.0', manifest: MANIFEST_EXAMPLE }],
};

export const DescribesRegisterMany = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      summary: 'Register many versions, all of them or none',
      description:
        'The items are judged in their order, as if they were sent one by one; one version with two manifests is refused. The contract of the baseline under a new number is `unchanged` here, with `existing_version`. Where any item is refused, 422 `items-refused` lists a problem for each bad one under `items`, with its `index`, and nothing is written.',
    }),
    QueryParameters(DRY_RUN_QUERY),
    ApiBody({ schema: openApiSchema(BULK), examples: { one: { value: BULK_REQUEST } } }),
    ApiResponse({
      status: 200,
      description: 'An outcome for each item, in the order of the request.',
      headers: DRY_RUN_HEADER,
      schema: openApiSchema(BULK_SCHEMA),
      example: BULK_EXAMPLE,
    }),
    Problems(
      ...READING_A_BODY,
      'query-invalid',
      'unauthenticated',
      'permission-missing',
      'items-refused',
      'check-too-slow',
      'too-many-checks',
    ),
  );
