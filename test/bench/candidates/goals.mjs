// What was promised, beside what was found.
import { head, row } from './tables.mjs';

const short = (value) => String(Number(value.toPrecision(3)));

const goal =
  (sign, isMet) =>
  (what, wanted, found, unit = '') => ({
    what,
    wanted: `${sign} ${short(wanted)}${unit}`,
    found: `${short(found)}${unit}`,
    met: Number.isFinite(found) && isMet(found, wanted),
  });

export const atLeast = goal('≥', (found, wanted) => found >= wanted);
export const atMost = goal('≤', (found, wanted) => found <= wanted);

export const printGoals = (goals) => {
  if (goals.length === 0) return;
  head(['goal', 'wanted', 'found', 'met']);
  for (const { what, wanted, found, met } of goals)
    row([what, wanted, found, met ? 'yes' : '**no**']);
};
