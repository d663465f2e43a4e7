import type { Command } from 'commander';
import type { Profile } from '#core/imports/tools-list/profile.js';
import { servesAsNamespace } from '#core/imports/tools-list/tool-id.js';
import { parseVersion } from '#core/versions/version.js';
import { usageFailure } from '../exit-codes.js';
import { readProfileFile } from './read-files.js';

/** What every import asks of the people who start it. */
export interface ProfileOptions {
  readonly profile?: string;
  readonly owner?: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly target?: string;
  readonly role?: readonly string[];
  readonly tenant?: readonly string[];
  readonly taskType?: readonly string[];
}

interface Wording {
  readonly namespace: string;
  readonly version: string;
  readonly target: readonly [string, string];
}

/** The options of a profile, some of them in the words of what is imported. */
export const withProfileOptions = (command: Command, wording: Wording): Command =>
  command
    .option('--profile <file>', 'owner, policy and corrections per tool, as YAML')
    .option('--owner <name>', 'who answers for the tools')
    .option('--namespace <name>', wording.namespace)
    .option('--version <number>', wording.version)
    .option(...wording.target)
    .option('--role <name>', 'a role that may use the tools; repeatable', collect)
    .option('--tenant <name>', 'a tenant that may use the tools; repeatable', collect)
    .option('--task-type <name>', 'a task type that the tools serve; repeatable', collect);

/** The profile with what the command line states above it. */
export const profileOf = async (
  options: ProfileOptions,
  { needsOwner } = { needsOwner: true },
): Promise<Profile> => {
  const profile = options.profile === undefined ? {} : await readProfileFile(options.profile);
  const stated: Profile = {
    ...profile,
    ...given('owner', options.owner),
    ...given('namespace', options.namespace),
    ...given('version', options.version),
    ...given('target', options.target),
    policy: {
      ...profile.policy,
      ...given('allowed_roles', options.role),
      ...given('allowed_tenants', options.tenant),
      ...given('task_types', options.taskType),
    },
  };
  check(stated, needsOwner);
  return stated;
};

function check({ owner, namespace, version }: Profile, needsOwner: boolean): void {
  if (needsOwner && owner === undefined) {
    throw usageFailure(
      'nobody is named who answers for the tools',
      'Give --owner, or `owner:` in the profile.',
    );
  }
  if (namespace !== undefined && !servesAsNamespace(namespace)) {
    throw usageFailure(
      `${namespace} is no namespace`,
      'Start with a letter; use letters, digits, `_` and `-`, 64 characters at most.',
    );
  }
  if (version !== undefined && parseVersion(version) === null) {
    throw usageFailure(`${version} is not a version such as 1.4.2 or 2.0.0-rc.1`);
  }
}

export function collect(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

/** The one member, or none: an undefined one would hide what the profile says. */
function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  // TypeScript widens a computed key to string.
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
