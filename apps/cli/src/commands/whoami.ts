import type { Command } from 'commander';
import type { Json } from '#core/json/value.js';
import { asObject, textAt, textsAt } from '../catalog/fields.js';
import { facts } from '../output/facts.js';
import type { Terminal } from '../output/terminal.js';
import { clientOf, type Session } from '../session.js';

/** `quartermaster whoami`: the caller and its grant. */
export const register = (program: Command, session: Session): void => {
  program
    .command('whoami')
    .description('who you are to the catalog, and what you may do')
    .option('--json', 'as JSON')
    .action((options: { readonly json?: true }) => run(options, session));
};

async function run({ json }: { readonly json?: true }, session: Session): Promise<void> {
  const { body } = await clientOf(session).send({ method: 'GET', path: '/v1/me' });
  const { terminal } = session;
  terminal.out(json === true ? JSON.stringify(body, null, 2) : callerText(terminal, body));
}

/** A caller as `GET /v1/me` answers it. */
export function callerText(terminal: Terminal, body: Json): string {
  const me = asObject(body);
  const text = (name: string): readonly [string, string | undefined] => [
    name.replaceAll('_', ' '),
    textAt(me, name),
  ];
  const list = (name: string): readonly [string, string | undefined] => {
    const names = textsAt(me, name);
    return [name, names.length === 0 ? undefined : names.join(', ')];
  };
  return facts(terminal, textAt(me, 'subject') ?? '', [
    text('kind'),
    ...['permissions', 'namespaces', 'tenants', 'roles'].map(list),
    ...['max_risk', 'key_id', 'issuer', 'on_behalf_of', 'expires_at'].map(text),
  ]);
}
