import { StartFailure } from './start-failure.js';

/** Those of the command line, which often shares its environment with the service. */
const OF_THE_COMMAND_LINE = [
  'QM_AUDIENCE',
  'QM_OIDC_CLIENT_ID',
  'QM_OIDC_ISSUER',
  'QM_TOKEN',
  'QM_URL',
];

/** What tests and benchmarks of a checkout are told, and the processes that they start inherit. */
const OF_DEVELOPMENT = /^QM_((BENCH|FUZZ|TEST)_\w+|SHARED_DATA|STALE_CYCLES)$/;

/** What Kubernetes tells every container of a Service whose name begins like our settings. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Refuses a start with a setting that is none: whoever misspells one believes that it is in force.
 * Empty values count as not set, as compose files leave them so.
 */
export const refuseUnknown = (variables: Variables, settings: ReadonlySet<string>): void => {
  const unknown = Object.keys(variables)
    .sort()
    .find((name) => isOurs(name, variables[name]?.trim() ?? '') && !settings.has(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, [...settings, ...OF_THE_COMMAND_LINE]);
  throw new StartFailure(
    `${unknown} is no setting of this release`,
    near === undefined
      ? 'Leave it out; .env.example lists every setting'
      : `Did you mean ${near}? Else leave it out; .env.example lists every setting`,
  );
};

const isOurs = (name: string, value: string): boolean =>
  /^QM_/i.test(name) &&
  value !== '' &&
  !OF_THE_COMMAND_LINE.includes(name) &&
  !OF_DEVELOPMENT.test(name) &&
  !OF_KUBERNETES.test(name) &&
  !(name.endsWith('_PORT') && value.startsWith('tcp://'));

/** The name that takes the fewest edits, where it is less than a third of it. */
const nearest = (name: string, names: readonly string[]): string | undefined => {
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of names.filter((known) => known.startsWith('QM_'))) {
    const edits = editsBetween(name.toUpperCase(), candidate);
    if (edits < (best?.edits ?? name.length / 3)) best = { name: candidate, edits };
  }
  return best?.name;
};

/** Levenshtein's distance: letters added, left out or changed. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, otherLetter] of [...other].entries()) {
      const changed = (row[to] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
