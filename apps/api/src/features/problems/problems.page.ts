import type { ProblemDescription } from './problems.answers.js';

/** The catalogue, or one entry of it, for somebody who followed the link in an answer. */
export const problemsPage = (problems: readonly ProblemDescription[]): string => {
  const [only] = problems.length === 1 ? problems : [];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${only === undefined ? 'Problems' : escape(only.code)} – Quartermaster</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
code { font-size: 0.95em; } h2 { margin-bottom: 0; } p { margin: 0.3rem 0; } .status { color: #666; }
</style>
<h1>${only === undefined ? 'What this service refuses, and what to do' : 'A refusal, and what to do'}</h1>
${problems.map(entry).join('\n')}
${only === undefined ? '' : '<p><a href="/problems">All problems</a></p>'}
</html>
`;
};

const entry = ({ code, status, title, remedy, type }: ProblemDescription): string =>
  `<h2 id="${escape(code)}"><a href="${escape(type)}"><code>${escape(code)}</code></a> <span class="status">${status}</span></h2>
<p>${escape(title)}.</p>
<p>${escape(remedy)}</p>`;

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

const escape = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (character) => ENTITIES.get(character) ?? character)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
