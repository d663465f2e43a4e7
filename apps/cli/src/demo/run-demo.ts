import type { Session } from '../session.js';
import { askFourth, askThree } from './acts/ask.js';
import { goLive } from './acts/go-live.js';
import { killSwitch, tellAudit } from './acts/kill-switch.js';
import { refuseRelease } from './acts/refuse-release.js';
import { registerCatalog } from './acts/register.js';
import { gatherCast, makeAdminKey } from './cast.js';
import { Narrator } from './narrator.js';
import { startService, type RunningService } from './service.js';

/** Plays the whole product through on a service that exists for this alone. */
export const runDemo = async (session: Session): Promise<void> => {
  const narrator = new Narrator(session.terminal);
  narrator.say(
    narrator.strong('Quartermaster hands an AI agent exactly the tools that it may use.'),
    'Everything below is an answer of its HTTP API, given just now.',
  );
  const adminKey = makeAdminKey();
  narrator.act('A service of its own', 'It starts with a database in a temporary folder …');
  const service = await startService(adminKey);
  try {
    await play(narrator, session, service, adminKey);
  } finally {
    await service.stop();
  }
  narrator.say(
    '',
    'The service is stopped and its folder removed. To keep one: npm start, then open /docs.',
  );
};

async function play(
  narrator: Narrator,
  session: Session,
  { url }: RunningService,
  adminKey: string,
): Promise<void> {
  const cast = await gatherCast(session, url, adminKey);
  narrator.tell(
    `… and listens on ${url}.`,
    'Keys are made for dora, who writes tools, rita and omar, who review them,',
    'ada, who audits, and for four agents.',
  );
  await registerCatalog(narrator, cast);
  await goLive(narrator, cast, session.now());
  await askThree(narrator, cast);
  await askFourth(narrator, cast);
  await refuseRelease(narrator, cast);
  await killSwitch(narrator, cast);
  await tellAudit(narrator, cast);
}
