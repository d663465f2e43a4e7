import { POLICY_SCHEMA } from '#core/contract/manifest-schema.js';
import { STATES } from '#core/lifecycle/state.js';
import { policyOf } from '../../database/records.js';
import { TEXT, TEXT_OR_NULL, TEXTS, closed } from '../../http/answer-schema.js';
import {
  PROPOSAL_EXAMPLE,
  PROPOSAL_SCHEMA,
  proposalAnswer,
  TENANTS_WITHOUT_KEY,
} from '../policies/policies.answers.js';
import { VERSION_EXAMPLE, VERSION_SCHEMA } from '../versions/version.schema.js';
import { versionAnswer } from '../versions/versions.answers.js';
import type { Review } from './read-review.js';

/** More are for a machine; `GET …/diff` judges them all. */
const MOST_CHANGES = 500;

export const reviewAnswer = (review: Review) => {
  const { version, baseline, changes, proposal } = review;
  return {
    version: versionAnswer(version, review.judging),
    authors: version.authors,
    baseline:
      baseline === null
        ? null
        : { version: baseline.version, contract_digest: baseline.contract_digest },
    baseline_moved: review.baselineMoved,
    diff: changes.slice(0, MOST_CHANGES),
    diff_truncated: changes.length > MOST_CHANGES,
    policy: policyOf(version.tool),
    proposal: proposal === null ? null : proposalAnswer(proposal),
    tenants_without_key: review.tenantsWithoutKey,
    steps: review.steps,
  };
};

export const REVIEW_SCHEMA = closed({
  version: VERSION_SCHEMA,
  authors: {
    ...TEXTS,
    description: 'Who wrote or submitted this content: none of them approves it.',
  },
  baseline: {
    ...closed({ version: TEXT, contract_digest: TEXT }),
    type: ['object', 'null'],
    description: 'What `diff` and `version.check` compare with; null for the first of its kind.',
  },
  baseline_moved: {
    type: 'boolean',
    description: 'Another version is the baseline by now; a release asks the version check anew.',
  },
  diff: {
    type: 'array',
    description:
      'Where the contracts differ; `version.check.changes` says what that means, and proves it.',
    items: {
      type: 'object',
      properties: {
        path: { ...TEXT, description: 'JSON Pointer into the manifest.' },
        kind: { enum: ['added', 'removed', 'changed'] },
        before: {},
        after: {},
      },
      required: ['path', 'kind'],
      additionalProperties: false,
    },
  },
  diff_truncated: { type: 'boolean' },
  policy: POLICY_SCHEMA,
  proposal: {
    oneOf: [
      { ...PROPOSAL_SCHEMA, description: 'The open one, with what it opens.' },
      { type: 'null' },
    ],
  },
  tenants_without_key: TENANTS_WITHOUT_KEY,
  steps: {
    type: 'array',
    description: 'Each step that leads on from here, and whether the caller could take it now.',
    items: closed({
      to: { enum: STATES },
      name: TEXT,
      open: { type: 'boolean' },
      code: { ...TEXT_OR_NULL, description: 'Of the refusal that would be answered.' },
      why: TEXT_OR_NULL,
    }),
  },
});

export const REVIEW_EXAMPLE = {
  version: VERSION_EXAMPLE,
  authors: ['support-ci'],
  baseline: {
    version: '1.2.0',
    contract_digest: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  },
  baseline_moved: false,
  diff: [{ path: '/timeout_ms', kind: 'changed', before: 5_000, after: 8_000 }],
  diff_truncated: false,
  policy: PROPOSAL_EXAMPLE.base_policy,
  proposal: PROPOSAL_EXAMPLE,
  tenants_without_key: [],
  steps: [
    { to: 'draft', name: 'request changes', open: true, code: null, why: null },
    {
      to: 'staging',
      name: 'approve',
      open: false,
      code: 'own-work',
      why: 'an author of this content does not approve it',
    },
  ],
};
