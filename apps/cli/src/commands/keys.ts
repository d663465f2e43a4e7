import { Option, type Command } from 'commander';
import { objectOf, type Json, type JsonObject } from '#core/json/value.js';
import { limitIn, RATE_CLASSES } from '#core/limits/own-limits.js';
import { PERMISSIONS } from '#core/policy/grant.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { allPages } from '../catalog/all-pages.js';
import { asObject, objectAt, textAt, textsAt } from '../catalog/fields.js';
import { repeated } from '../catalog/caller-options.js';
import { facts } from '../output/facts.js';
import { table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { plural } from '../output/text.js';
import { usageFailure } from '../exit-codes.js';
import { clientOf, type Session } from '../session.js';

interface NewKeyOptions {
  readonly kind: string;
  readonly permission?: readonly string[];
  readonly namespace?: readonly string[];
  readonly tenant?: readonly string[];
  readonly role?: readonly string[];
  readonly maxRisk?: string;
  readonly expires?: string;
  readonly rateLimit?: readonly string[];
  readonly json?: true;
}

interface RotationOptions {
  readonly overlap?: string;
  readonly rateLimit?: readonly string[];
  readonly json?: true;
}

const EXAMPLES = `
A token is shown once, by the command that makes it.

Examples:
  $ quartermaster keys create support-agent --kind agent --permission candidates --tenant acme --role operator
  $ quartermaster keys list --subject support-agent
  $ quartermaster keys rotate 4f1c09ab7d2e83c65f10 --overlap 3600
  $ quartermaster keys revoke 4f1c09ab7d2e83c65f10`;

const LIMIT_HELP = 'of its own, such as candidates=6000/m or writes=off; repeatable';

/** `quartermaster keys`: makes, lists, rotates and revokes API keys. */
export const register = (program: Command, session: Session): void => {
  const keys = program
    .command('keys')
    .description('make, list, rotate and revoke API keys')
    .addHelpText('after', EXAMPLES);
  keys
    .command('create <subject>')
    .description('make a key for somebody')
    .addOption(
      new Option('--kind <kind>', 'what the subject is')
        .choices(['person', 'pipeline', 'agent'])
        .makeOptionMandatory(),
    )
    .option('--permission <name>', `${PERMISSIONS.join(', ')}; repeatable`, repeated)
    .option('--namespace <name>', 'where; `*` is everywhere; repeatable', repeated)
    .option('--tenant <name>', 'for whom candidates may be asked; repeatable', repeated)
    .option('--role <name>', 'in which role; repeatable', repeated)
    .addOption(new Option('--max-risk <level>', 'up to which risk').choices(RISK_LEVELS))
    .option('--expires <time>', 'until when, such as 2027-01-31T00:00:00Z')
    .option('--rate-limit <limit>', LIMIT_HELP, repeated)
    .option('--json', 'the key as JSON')
    .action((subject: string, options: NewKeyOptions) => create(subject, options, session));
  keys
    .command('list')
    .description('list the keys that you may manage')
    .option('--subject <name>', 'of this subject')
    .option('--json', 'the keys as JSON')
    .action((options: { subject?: string; json?: true }) => list(options, session));
  keys
    .command('rotate <id>')
    .description('put a new key beside one that is in use')
    .option('--overlap <seconds>', 'how long both are taken; a day unless given')
    .option('--rate-limit <limit>', `${LIMIT_HELP}; else as before`, repeated)
    .option('--json', 'the new key as JSON')
    .action((id: string, options: RotationOptions) => rotate(id, options, session));
  keys
    .command('revoke <id>')
    .description('end a key for good, with the answer')
    .option('--json', 'as JSON')
    .action((id: string, options: { json?: true }) => revoke(id, options, session));
};

async function create(subject: string, options: NewKeyOptions, session: Session): Promise<void> {
  const { kind, permission: permissions, namespace, tenant, role, maxRisk, expires } = options;
  if (permissions === undefined) throw usageFailure('Give --permission: what the key may do.');
  const body = stated({
    subject,
    kind,
    permissions,
    namespaces: namespace,
    tenants: tenant,
    roles: role,
    max_risk: maxRisk,
    expires_at: expires,
    rate_limits: limitsIn(options.rateLimit),
  });
  await make('/v1/api-keys', body, options.json, session);
}

/** `writes=600/m` and the like, as the catalog takes them. */
function limitsIn(texts: readonly string[] | undefined): JsonObject | undefined {
  if (texts === undefined) return undefined;
  const limits = texts.map((text): [string, string] => {
    const [, name = '', limit = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
    if (RATE_CLASSES.some((known) => known === name) && limitIn(limit) !== undefined) {
      return [name, limit];
    }
    const classes = RATE_CLASSES.join(', ');
    throw usageFailure(`--rate-limit ${text} is none: write one of ${classes} as in writes=600/m`);
  });
  return objectOf(limits);
}

async function rotate(id: string, options: RotationOptions, session: Session) {
  const { overlap, rateLimit, json } = options;
  if (overlap !== undefined && !/^\d{1,9}$/.test(overlap)) {
    throw usageFailure(`--overlap is a number of seconds, not ${overlap}`);
  }
  const body = stated({
    overlap_s: overlap === undefined ? undefined : Number(overlap),
    rate_limits: limitsIn(rateLimit),
  });
  await make(`/v1/api-keys/${encodeURIComponent(id)}/rotation`, body, json, session);
}

/** The token goes out by itself, so that a script can take it up; all else is told beside it. */
async function make(
  path: string,
  body: JsonObject,
  json: true | undefined,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const answer = await clientOf(session).send({ method: 'POST', path, body, once: true });
  if (json === true) {
    terminal.out(JSON.stringify(answer.body, null, 2));
    return;
  }
  const key = asObject(answer.body);
  terminal.err(keyText(terminal, key));
  terminal.out(
    textAt(key, 'token') ?? 'The token was shown before; rotate the key for another one.',
  );
}

function keyText(terminal: Terminal, key: JsonObject): string {
  const former = objectAt(key, 'replaces');
  const until = textAt(former, 'expires_at');
  return facts(terminal, `${textAt(key, 'subject') ?? ''}  ${textAt(key, 'id') ?? ''}`, [
    ['kind', textAt(key, 'kind')],
    ['permissions', textsAt(key, 'permissions').join(', ')],
    ['expires', textAt(key, 'expires_at')],
    ['replaces', until && `${textAt(former, 'id') ?? ''}, which is taken until ${until}`],
  ]);
}

async function list(
  { subject, json }: { subject?: string; json?: true },
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const keys = await allPages(clientOf(session), '/v1/api-keys', { subject });
  if (json === true) {
    terminal.out(JSON.stringify({ items: keys }, null, 2));
    return;
  }
  const columns = ['id', 'subject', 'kind', 'until', 'permissions'].map((head) => ({ head }));
  const rows = keys.map((key) => [
    textAt(key, 'id') ?? '',
    textAt(key, 'subject') ?? '',
    textAt(key, 'kind') ?? '',
    textAt(key, 'revoked_at') === undefined ? (textAt(key, 'expires_at') ?? '') : 'revoked',
    textsAt(key, 'permissions').join(', '),
  ]);
  const drawn = keys.length === 0 ? '' : `${table(terminal, columns, rows)}\n\n`;
  terminal.out(`${drawn}${plural(keys.length, 'key')}.`);
}

async function revoke(id: string, { json }: { json?: true }, session: Session): Promise<void> {
  const path = `/v1/api-keys/${encodeURIComponent(id)}`;
  await clientOf(session).send({ method: 'DELETE', path });
  session.terminal.out(json === true ? JSON.stringify({ id, revoked: true }) : `${id} revoked.`);
}

function stated(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return objectOf(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
