import type { Command } from 'commander';
import type { JsonObject } from '#core/json/value.js';
import { asObject, objectAt, objectsAt, textAt, textsAt } from '../catalog/fields.js';
import { readToolName, toolPath, versionPath } from '../catalog/paths.js';
import { facts } from '../output/facts.js';
import type { Terminal } from '../output/terminal.js';
import { clientOf, type Session } from '../session.js';

const EXAMPLES = `
A key with \`read\` is shown the governance view; one with \`candidates\` what it may use.

Examples:
  $ quartermaster get support.create_ticket             the tool and its versions
  $ quartermaster get support.create_ticket@latest      one version
  $ quartermaster get support.create_ticket@1.3.0 --json`;

/** `quartermaster get`: one tool, or one version of it. */
export const register = (program: Command, session: Session): void => {
  program
    .command('get')
    .description('show a tool, or one version of it')
    .argument('<name>', 'tool_id, or tool_id@version')
    .option('--json', 'the whole answer as JSON')
    .addHelpText('after', EXAMPLES)
    .action((name: string, options: { readonly json?: true }) => run(name, options, session));
};

async function run(
  name: string,
  { json }: { readonly json?: true },
  session: Session,
): Promise<void> {
  const { terminal } = session;
  const { tool_id, version } = readToolName(name);
  const path = version === undefined ? toolPath(tool_id) : versionPath({ tool_id, version });
  const { body } = await clientOf(session).send({ method: 'GET', path });
  const answer = asObject(body);
  if (json === true) terminal.out(JSON.stringify(answer, null, 2));
  else
    terminal.out(
      version === undefined ? toolText(terminal, answer) : versionText(terminal, answer),
    );
}

/** A tool has versions in the governance view; the candidate form is that of one version. */
function toolText(terminal: Terminal, tool: JsonObject): string {
  const versions = objectsAt(tool, 'versions');
  if (versions.length === 0) return versionText(terminal, tool);
  const policy = objectAt(tool, 'policy');
  const suspension = objectAt(tool, 'suspension');
  const numbers = versions.map((one) => `${textAt(one, 'version')} ${textAt(one, 'state')}`);
  return facts(terminal, textAt(tool, 'tool_id') ?? '', [
    ['title', textAt(tool, 'title')],
    ['owner', textAt(tool, 'owner')],
    ['served', textAt(tool, 'served') ?? 'no version'],
    ['suspended', textAt(suspension, 'reason')],
    ['risk', textAt(policy, 'risk_level')],
    ['approval', policy['requires_approval'] === true ? 'required' : undefined],
    ['roles', textsAt(policy, 'allowed_roles').join(', ') || 'nobody'],
    ['tenants', textsAt(policy, 'allowed_tenants').join(', ') || 'nobody'],
    ['task types', textsAt(policy, 'task_types').join(', ') || 'none'],
    ['versions', numbers.join('\n')],
  ]);
}

function versionText(terminal: Terminal, version: JsonObject): string {
  const approvals = objectAt(version, 'approvals');
  const red = objectsAt(version, 'readiness').filter((gate) => gate['ok'] === false);
  const evidence = objectsAt(version, 'evidence').map(
    (run) => `${textAt(run, 'kind')} ${textAt(run, 'passed_at')} ${textAt(run, 'url')}`,
  );
  const deprecation = objectAt(version, 'deprecation');
  return facts(terminal, `${textAt(version, 'tool_id')} ${textAt(version, 'version')}`, [
    ['title', textAt(version, 'title')],
    ['description', textAt(version, 'description')],
    ['state', textAt(version, 'state')],
    ['risk', textAt(version, 'risk_level')],
    ['digest', textAt(version, 'contract_digest')],
    ['approvals', 'have' in approvals ? `${approvals['have']} of ${approvals['need']}` : undefined],
    ['evidence', evidence.join('\n') || undefined],
    [
      'not green',
      red.map((gate) => `${textAt(gate, 'gate')}: ${textAt(gate, 'why')}`).join('\n') || undefined,
    ],
    ['to confirm', textsAt(version, 'proposed').join('\n') || undefined],
    ['deprecated', textAt(deprecation, 'reason')],
    ['successor', textAt(deprecation, 'successor')],
  ]);
}
