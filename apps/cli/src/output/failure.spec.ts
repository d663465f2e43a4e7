import { ApiRefusal, problemOf } from '../client/problem.js';
import { reportFailure } from './failure.js';
import type { Terminal } from './terminal.js';

const HOSTILE = 'a\u001b[2J\u009b31m\u202e\r\nok';

/** What a service, or whatever stands in its place, says no with. */
const REFUSAL = {
  code: HOSTILE,
  title: HOSTILE,
  detail: HOSTILE,
  remedy: HOSTILE,
  allowed: [HOSTILE],
  gates: [{ gate: HOSTILE, why: HOSTILE }],
  errors: [{ pointer: HOSTILE, code: HOSTILE, message: HOSTILE }],
};

it('sends no commands of a refusal to a terminal, and keeps each part of it on one line', () => {
  const lines: string[] = [];
  const tell = (text: string): void => void lines.push(text);
  const terminal: Terminal = { out: tell, err: tell, colour: false, live: true, width: 80 };
  reportFailure(terminal, new ApiRefusal(problemOf(422, REFUSAL)), false);
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
});
