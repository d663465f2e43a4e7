import type { Profile } from '#core/imports/tools-list/profile.js';
import { startProgress } from '../output/progress.js';
import { clientOf, type Session } from '../session.js';
import { importPlans, type PlannedFile } from './import-lists.js';
import type { ServerReport } from './import-report.js';
import { settleVersions } from './settle-versions.js';

interface Settled {
  readonly profile: Profile;
  readonly clarified: boolean;
  readonly dryRun: boolean;
}

/** Each tool is settled, and then registered. */
const STEPS = 2;

/** Registers every plan, each tool under the number that the catalog's own check asks for. */
export const importSettled = async (
  planned: readonly PlannedFile[],
  { profile, clarified, dryRun }: Settled,
  session: Session,
): Promise<ServerReport[]> => {
  const client = clientOf(session);
  const total = planned.reduce((sum, { plan }) => sum + plan.tools.length, 0);
  const progress = startProgress(session.terminal, total * STEPS);
  try {
    return await importPlans(planned, {
      client,
      dryRun,
      onTools: progress.advance,
      settle: (plan) =>
        settleVersions(plan, {
          client,
          stated: profile.version,
          clarified,
          onTool: (namespace) => progress.advance(1, namespace),
        }),
    });
  } finally {
    progress.stop();
  }
};
