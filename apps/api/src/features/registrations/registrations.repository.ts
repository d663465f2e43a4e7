import { Injectable } from '@nestjs/common';
import { namespaceOf } from '#core/contract/tool-id.js';
import { arrayLiteral } from '../../database/array-literal.js';
import { Database, TRANSACTION } from '../../database/database.js';
import { InBatches } from '../../database/in-batches.js';
import { lockTools } from '../../database/locks.js';
import { currentSight, type Sight } from '../../database/sight.js';
import { sightKeyOf } from '../../database/sight-settings.js';
import type { Tx } from '../../database/transaction.js';
import { inSpan } from '../../tracing/current-trace.js';
import { keysOf } from './catalog-keys.js';
import { storedCatalog, type StoredCatalog } from './stored-catalog.js';

const FACTS = { name: 'qm_registration_facts', text: 'SELECT registration_facts($1, $2)' };
const FACTS_OF_EACH = {
  name: 'qm_registration_facts_of_each',
  text: `SELECT registration_facts(ARRAY[tool_key], ARRAY[namespace_key])
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked(tool_key, namespace_key, place)
    ORDER BY place`,
};

/** Of one tool, for whoever asks. */
interface Asked {
  readonly toolId: string;
  readonly sight: Sight;
  readonly sightKey: string;
}

@Injectable()
export class RegistrationsRepository {
  private readonly single = new InBatches<Asked, string>((asked) => this.factsOfEach(asked), {
    most: 64,
    atOnce: 2,
    mayJoin: ({ sightKey }, [first]) => first === undefined || first.sightKey === sightKey,
  });

  constructor(private readonly database: Database) {}

  /** As of one moment. */
  async load(toolIds: readonly string[]): Promise<StoredCatalog> {
    const [toolId, ...others] = toolIds;
    if (toolId !== undefined && others.length === 0) {
      const sight = currentSight();
      const asked = { toolId, sight, sightKey: sightKeyOf(sight) };
      return storedCatalog(await inSpan(TRANSACTION, () => this.single.ask(asked)));
    }
    const [toolKeys, namespaceKeys] = keysOf(toolIds);
    const values = [arrayLiteral(toolKeys), arrayLiteral(namespaceKeys)];
    const [row] = await this.database.readAtOnce([{ statement: FACTS, values }]);
    return storedCatalog(row?.[0] ?? '');
  }

  private async factsOfEach(asked: readonly Asked[]): Promise<string[]> {
    const toolKeys = asked.map(({ toolId }) => toolId.toLowerCase());
    const values = [arrayLiteral(toolKeys), arrayLiteral(toolKeys.map(namespaceOf))];
    const rows = await this.database.readAtOnce(
      [{ statement: FACTS_OF_EACH, values }],
      asked[0]?.sight,
    );
    return rows.map(([facts]) => facts ?? '');
  }

  /** The same with the tools' locks held, so that it stays true until the transaction ends. */
  async lockAndLoad(tx: Tx, toolIds: readonly string[]): Promise<StoredCatalog> {
    await lockTools(tx, toolIds);
    const [toolKeys, namespaceKeys] = keysOf(toolIds);
    const [row] = await tx.$queryRaw<{ facts: string }[]>`
      SELECT registration_facts(${[...toolKeys]}, ${[...namespaceKeys]}) AS facts`;
    return storedCatalog(row?.facts ?? '');
  }
}
