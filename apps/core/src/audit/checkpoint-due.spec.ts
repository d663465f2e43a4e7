import { isCheckpointDue } from './checkpoint-due.js';

const HOUR_MS = 3_600_000;

it.each([
  ['nothing came', { events: 0, ageMs: null }, false],
  ['the trail was never signed', { events: 1, ageMs: null }, true],
  ['it was signed a moment ago', { events: 9_999, ageMs: HOUR_MS - 1 }, false],
  ['it was signed long ago', { events: 1, ageMs: HOUR_MS }, true],
  ['a lot came', { events: 10_000, ageMs: 0 }, true],
  ['a clock is a little behind another', { events: 1, ageMs: -1_000 }, false],
  ['the clock was put back by two days', { events: 1, ageMs: -48 * HOUR_MS }, true],
])('whether a checkpoint is due where %s', (_, since, isDue) => {
  expect(isCheckpointDue(since, HOUR_MS)).toBe(isDue);
});
