import { CATALOG } from '../catalog/catalog.js';
import { listAt, textAt } from '../answers.js';
import type { Cast } from '../cast.js';
import type { Narrator } from '../narrator.js';

const every = (names: readonly string[]): string => names.join(', ').replace('*', 'everybody');

/** Four teams put their tools into the catalog, as drafts. */
export const registerCatalog = async (narrator: Narrator, { dora }: Cast): Promise<void> => {
  narrator.act('Four teams register their tools');
  const { status, body } = await dora.send({
    method: 'POST',
    path: '/v1/registrations',
    once: true,
    body: {
      items: CATALOG.map(({ tool_id, version, manifest }) => ({ tool_id, version, manifest })),
    },
  });
  const created = listAt(body, '/items').filter((item) => textAt(item, '/outcome') === 'created');
  narrator.asked('POST /v1/registrations', `${status}, ${created.length} drafts`, true);
  narrator.tell('');
  narrator.table(
    [{ head: 'tool' }, { head: 'risk' }, { head: 'roles' }, { head: 'tenants' }, { head: 'tasks' }],
    CATALOG.map(({ tool_id, manifest: { policy } }) => [
      tool_id,
      policy.risk_level,
      every(policy.allowed_roles),
      policy.allowed_tenants.join(', ').replace('*', 'all'),
      policy.task_types.join(', '),
    ]),
  );
};
