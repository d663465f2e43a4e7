import type { Command } from 'commander';
import { objectOf, type Json, type JsonObject } from '#core/json/value.js';
import { usageFailure } from '../exit-codes.js';

/** Who asks for tools, and for which; the names are those of the API. */
export interface CallerOptions {
  readonly role?: readonly string[];
  readonly tenant?: string;
  readonly taskType?: string;
  readonly maxRisk?: string;
  readonly query?: string;
  readonly pin?: readonly string[];
  readonly session?: string;
}

export const withCallerOptions = (command: Command): Command =>
  command
    .option('--role <name>', 'a role of the caller; repeatable', repeated)
    .option('--tenant <name>', 'its tenant; may be left out by a key that is bound to one')
    .option('--task-type <name>', 'what the tools are for')
    .option('--max-risk <level>', 'L0 to L4; L2 unless stated')
    .option('--query <text>', 'the capability that is needed: ranks, and leaves out the rest')
    .option('--pin <tool_id=range>', 'a range for one tool, as npm reads it; repeatable', repeated)
    .option('--session <id>', 'draws the versions that are in partial rollout');

/** The body of a candidate request; `roles` are those of the key where the service says them. */
export const callerRequest = (
  { role, tenant, taskType, maxRisk, query, pin, session }: CallerOptions,
  more: Readonly<Record<string, Json | undefined>> = {},
): JsonObject => {
  if (role === undefined || taskType === undefined) {
    throw usageFailure('Give --role and --task-type: who asks, and for what.');
  }
  const stated: Record<string, Json | undefined> = {
    roles: role,
    tenant,
    task_type: taskType,
    max_risk: maxRisk,
    query,
    pins: pin === undefined ? undefined : objectOf(pin.map(readPin)),
    session,
    ...more,
  };
  return objectOf(
    Object.entries(stated).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

export function repeated(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

function readPin(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(`${text} is no pin such as support.create_ticket=^1`);
  return [text.slice(0, at), text.slice(at + 1)];
}
