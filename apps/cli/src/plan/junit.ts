import { namespaceOf } from '#core/contract/tool-id.js';
import { shownPlace } from '../manifests/location.js';
import { issuesOfTool } from './issues.js';
import { stepOf, type Plan, type PlannedTool } from './plan.js';

/** JUnit XML, which every pipeline shows: each tool is a test, and a refused one fails. */
export const planJunit = ({ tools }: Plan): string => {
  const failures = tools.filter(({ outcome }) => outcome === 'refused').length;
  const counts = `tests="${tools.length}" failures="${failures}" errors="0" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="quartermaster plan" ${counts}>`,
    `  <testsuite name="quartermaster plan" ${counts}>`,
    ...tools.map(testcase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
};

function testcase(tool: PlannedTool): string {
  const { tool_id, version, at, outcome } = tool;
  const name = escaped(`${tool_id} ${version}`);
  const open = `    <testcase classname="${escaped(namespaceOf(tool_id))}" name="${name}" file="${escaped(at.file)}" line="${at.line}"`;
  const issues = issuesOfTool(tool).map(
    ({ level, code, message, at: place }) => `${shownPlace(place)} ${level} ${code}: ${message}`,
  );
  if (outcome !== 'refused') {
    const told = [`${outcome}: ${stepOf(tool)}`, ...issues].map(escaped).join('\n');
    return `${open}>\n      <system-out>${told}</system-out>\n    </testcase>`;
  }
  const message = escaped(tool.refusals[0]?.message ?? stepOf(tool));
  const body = issues.map(escaped).join('\n');
  return `${open}>\n      <failure message="${message}">${body}</failure>\n    </testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** What XML 1.0 has no form for at all becomes U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
