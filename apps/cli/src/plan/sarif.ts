import { sep } from 'node:path';
import { issuesOf, type Issue } from './issues.js';
import type { Plan } from './plan.js';

/** SARIF 2.1.0, which code hosts show as findings. */
export const planSarif = (plan: Plan, engineVersion: string): string => {
  const issues = issuesOf(plan);
  const rules = [...new Set(issues.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'quartermaster',
            semanticVersion: engineVersion,
            rules: rules.map((id) => ({ id, name: id })),
          },
        },
        results: issues.map((issue) => resultOf(issue, rules)),
      },
    ],
  };
  return JSON.stringify(log, null, 2);
};

function resultOf({ level, code, message, at, tool }: Issue, rules: readonly string[]): object {
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level,
    message: { text: `${tool.tool_id} ${tool.version}: ${message}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(at.file), uriBaseId: '%SRCROOT%' },
          region: { startLine: at.line, startColumn: at.column },
        },
        logicalLocations: [{ fullyQualifiedName: `${tool.tool_id}${at.pointer}` }],
      },
    ],
  };
}

function uriOf(file: string): string {
  return file.split(sep).map(encodeURIComponent).join('/');
}
