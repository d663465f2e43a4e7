import { readJson } from '#core/json/read.js';
import { isArray, type Json } from '#core/json/value.js';
import { closed, TEXT, TEXTS } from '../../http/answer-schema.js';
import type { Impact } from './read-impact.js';

export const impactAnswer = ({ tool_id, version, since, audiences, days, versions }: Impact) => ({
  tool_id,
  ...(version === undefined ? {} : { version }),
  since: dayOf(since),
  answers: days.reduce((sum, { answers }) => sum + Number(answers), 0),
  audiences: audiences.map(({ tenant, roles, answers, last_day }) => ({
    tenant,
    roles: rolesOf(roles),
    answers: Number(answers),
    last_day: dayOf(last_day),
  })),
  versions: versions.map((one) => ({ version: one.version, answers: Number(one.answers) })),
  days: days.map(({ day, answers }) => ({ day: dayOf(day), answers: Number(answers) })),
});

const rolesOf = (text: string): readonly Json[] => {
  const reading = readJson(text);
  return reading.ok && isArray(reading.value) ? reading.value : [];
};

const dayOf = (day: Date): string => day.toISOString().slice(0, 10);

const DAY = { type: 'string', format: 'date', description: 'A day in UTC.' } as const;
const ANSWERS = {
  type: 'integer',
  minimum: 0,
  description: 'In how many candidate answers it was.',
} as const;

export const IMPACT_SCHEMA = closed(
  {
    tool_id: TEXT,
    version: { ...TEXT, description: 'Where one version was asked about.' },
    since: { ...DAY, description: 'The first day that is counted, in UTC.' },
    answers: ANSWERS,
    audiences: {
      type: 'array',
      description:
        'Who was handed it, the most first, at most 1000. `*` stands for tenants and roles beyond the thousand that a replica tells apart in a day.',
      items: closed({
        tenant: TEXT,
        roles: { ...TEXTS, description: 'The roles that the request named.' },
        answers: ANSWERS,
        last_day: DAY,
      }),
    },
    versions: { type: 'array', items: closed({ version: TEXT, answers: ANSWERS }) },
    days: {
      type: 'array',
      description: 'The days on which it was handed out.',
      items: closed({ day: DAY, answers: ANSWERS }),
    },
  },
  ['version'],
);

export const IMPACT_EXAMPLE = {
  tool_id: 'support.create_ticket',
  since: '2026-11-01',
  answers: 1_204,
  audiences: [
    { tenant: 'acme', roles: ['operator'], answers: 1_200, last_day: '2026-11-30' },
    { tenant: 'globex', roles: ['operator', 'supervisor'], answers: 4, last_day: '2026-11-03' },
  ],
  versions: [
    { version: '1.2.0', answers: 1_200 },
    { version: '1.1.0', answers: 4 },
  ],
  days: [
    { day: '2026-11-03', answers: 4 },
    { day: '2026-11-30', answers: 1_200 },
  ],
};
