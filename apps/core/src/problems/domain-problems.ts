import type { ProblemEntry } from './kind.js';

/** Refusals by a rule of the catalog. */
export const DOMAIN_PROBLEMS = {
  'permission-missing': {
    kind: 'forbidden',
    title: 'The key does not have the permission for this',
    remedy: 'Use a key with the permission that `detail` names.',
  },
  'namespace-forbidden': {
    kind: 'forbidden',
    title: 'The key is not granted this namespace',
    remedy: 'Use a key whose grant holds the namespace, or ask an admin to extend it.',
  },
  'beyond-grant': {
    kind: 'forbidden',
    title: 'The request asks for more than the key was granted',
    remedy: 'Ask only for tenants, roles and risk within the grant; GET /v1/me shows it.',
  },
  'own-work': {
    kind: 'forbidden',
    title: 'Nobody approves what they wrote themselves',
    remedy: 'Have another person decide; a second key of the same subject does not count.',
  },
  'suspended-by-admin': {
    kind: 'forbidden',
    title: 'An admin suspended this, so only an admin lifts it',
    remedy: 'Ask an admin to lift the suspension.',
  },
  'not-found': {
    kind: 'not-found',
    title: 'There is no such object',
    remedy: 'Check the identifier; what a caller may not know is answered in the same way.',
  },
  'tool-id-taken': {
    kind: 'conflict',
    title: 'The tool_id or its namespace exists in another spelling',
    remedy: 'Use the spelling that exists, or an id that differs by more than case.',
  },
  'version-taken': {
    kind: 'conflict',
    title: 'This version exists with other build metadata',
    remedy: 'Build metadata does not make a version; choose another number.',
  },
  'version-frozen': {
    kind: 'conflict',
    title: 'The version holds another contract and can no longer be replaced',
    remedy: 'Register the changed contract under a new version.',
  },
  'version-not-deletable': {
    kind: 'conflict',
    title: 'Only a draft that was never submitted can be deleted',
    remedy: 'Disable the version instead; its number stays taken.',
  },
  'key-over': {
    kind: 'conflict',
    title: 'The key was revoked or has expired',
    remedy: 'Make a new key with POST /v1/api-keys.',
  },
  'proposal-stale': {
    kind: 'conflict',
    title: 'The policy moved since the proposal was made',
    remedy: 'Make the proposal again from the policy in force.',
  },
  'proposal-closed': {
    kind: 'conflict',
    title: 'The proposal is already decided or superseded',
    remedy: 'Look at the proposal; make a new one where a change is still wanted.',
  },
  'precondition-failed': {
    kind: 'precondition-failed',
    title: 'The object moved since it was read',
    remedy: 'Read it again and repeat the change with its present ETag in `If-Match`.',
  },
  'precondition-required': {
    kind: 'precondition-required',
    title: 'This change needs an If-Match header',
    remedy: 'Read the object and send its ETag in `If-Match`.',
  },
  'signing-key-missing': {
    kind: 'conflict',
    title: 'This deployment has no key to sign the audit trail with',
    remedy: 'Set QM_AUDIT_SIGNING_KEY; .env.example says how one is made.',
  },
  'trail-broken': {
    kind: 'conflict',
    title: 'The audit trail does not go on from its last checkpoint',
    remedy: 'Look at `GET /v1/audit-events/verification`: somebody changed the database itself.',
  },
  'owner-missing': {
    kind: 'refused',
    title: 'The first registration of a tool names its owner',
    remedy: 'Add `owner` to the manifest.',
  },
  'policy-missing': {
    kind: 'refused',
    title: 'The first registration of a tool states its policy',
    remedy: 'Add `policy` with all five fields to the manifest.',
  },
  'schema-invalid': {
    kind: 'refused',
    title: 'A schema of the manifest is not one that can be used',
    remedy: 'Correct the places named in `errors`.',
  },
  'policy-invalid': {
    kind: 'refused',
    title: 'The policy breaks a rule of its own risk level',
    remedy: 'Correct the fields named in `errors`.',
  },
  'annotations-contradict': {
    kind: 'refused',
    title: 'The annotations contradict what the manifest declares',
    remedy: 'Make the hints and `side_effect` and `idempotent` say the same.',
  },
  'version-not-semver': {
    kind: 'refused',
    title: 'The version is not a semantic version',
    remedy: 'Use a full version such as 1.4.2 or 2.0.0-rc.1; no `v`, no range, no `latest`.',
  },
  'bump-too-small': {
    kind: 'refused',
    title: 'The change needs a larger step than this version takes',
    remedy: 'Register it as `check.minimum_version` or above, or undo the breaking change.',
  },
  'nothing-changed': {
    kind: 'refused',
    title: 'The contract is the same as that of its baseline',
    remedy: 'Keep using the existing version; a new number needs a changed contract.',
  },
  drift: {
    kind: 'refused',
    title: 'Policy or presentation differ from what is stored',
    remedy: 'Bring the manifest in line, or register without `drift=refuse`.',
  },
  'item-repeated': {
    kind: 'refused',
    title: 'Two items of a bulk register the same version differently',
    remedy: 'Keep one of the two; a version has one manifest.',
  },
  'items-refused': {
    kind: 'refused',
    title: 'Some items are refused, so nothing was written',
    remedy: 'Correct the items named in `items` and send all of them again.',
  },
  'transition-refused': {
    kind: 'refused',
    title: 'The version cannot take this step now',
    remedy: 'See `allowed` for the steps that are open and `gates` for what is not green.',
  },
  'not-enabled': {
    kind: 'refused',
    title: 'A rollout is set while a version is enabled',
    remedy: 'Release the version first.',
  },
  'evidence-invalid': {
    kind: 'refused',
    title: 'The evidence cannot be taken',
    remedy: 'Give a run that has passed, with its time in the past.',
  },
  'waiver-invalid': {
    kind: 'refused',
    title: 'The waiver cannot be granted',
    remedy: 'Name a gate of this version, a reason, and an expiry in the future.',
  },
  'successor-unknown': {
    kind: 'refused',
    title: 'The successor does not exist',
    remedy: 'Name a tool, or tool@version, that is in the catalog.',
  },
  'too-many-webhooks': {
    kind: 'conflict',
    title: 'The namespace has as many webhooks as it may have',
    remedy: 'Delete one that nobody listens to any more, or let one receiver pass messages on.',
  },
  'webhook-invalid': {
    kind: 'refused',
    title: 'The webhook breaks a rule',
    remedy: 'Correct the members named in `errors`; a webhook leads to a public address by https.',
  },
  'grant-invalid': {
    kind: 'refused',
    title: 'The grant of the key breaks a rule',
    remedy: 'Correct the members named in `errors`.',
  },
} as const satisfies Record<string, ProblemEntry>;
