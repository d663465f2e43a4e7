import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkManifest } from '#core/contract/check-manifest.js';
import { readManifest } from '#core/contract/read-manifest.js';
import { planOpenApi } from '#core/imports/openapi/plan-openapi.js';
import type { ImportPlan } from '#core/imports/tools-list/plan-import.js';
import { compileValidator } from '#core/schema/validator.js';
import { readOpenApiFile } from '../../apps/cli/src/imports/read-openapi-file.js';
import { sharedData } from '../support/shared-data.js';

const folder = sharedData('openapi');

/** Operations that no import can take, by the word for it. */
const ASIDE = {
  'reference-remote': ['findPets', 'addPet', 'find pet by id'],
  'dialect-unsupported': ['GET /anything/numbers'],
};

if (folder === null) {
  it.skip('imports published OpenAPI documents: no shared data here, QM_SHARED_DATA names its folder', () => {});
} else {
  describe('published OpenAPI documents', () => {
    let plans: { readonly file: string; readonly plan: ImportPlan }[];
    let others: string[];

    beforeAll(async () => {
      const names = await readdir(folder, { recursive: true });
      const files = names.filter((name) => /\.(json|ya?ml)$/.test(name)).sort();
      const read = await Promise.all(files.map((name) => readOpenApiFile(join(folder, name))));
      others = read.flatMap(({ file, reading }) => (reading.ok ? [] : [relative(folder, file)]));
      plans = read.flatMap(({ file, fallbackName, reading }) =>
        reading.ok
          ? [{ file, plan: planOpenApi(reading.document, { owner: 'x' }, fallbackName) }]
          : [],
      );
    });

    it('are all read but for the pieces of one that is cut into several files', () => {
      expect(plans.length).toBeGreaterThan(90);
      for (const file of others) expect(file).toMatch(/petstore-separate\/(common|spec)\//);
    });

    it('import, and what does not is told with its reason', () => {
      const aside = plans.flatMap(({ plan }) => plan.quarantined);
      for (const { code, name } of aside) {
        expect(ASIDE).toHaveProperty([code], expect.arrayContaining([name]));
      }
      expect(aside).toHaveLength(8);
      expect(plans.reduce((sum, { plan }) => sum + plan.tools.length, 0)).toBeGreaterThan(1000);
    });

    it('give manifests that the catalog takes, with schemas that compile', () => {
      const distinct = new Map(
        plans.flatMap(({ plan }) =>
          plan.tools.map(({ tool_id, manifest }) => [
            JSON.stringify(manifest),
            { tool_id, manifest },
          ]),
        ),
      );
      for (const { tool_id, manifest } of distinct.values()) {
        const reading = readManifest(manifest);
        expect({ tool_id, errors: reading.ok ? [] : reading.errors }).toEqual({
          tool_id,
          errors: [],
        });
        if (!reading.ok) continue;
        const { contract } = reading.manifest;
        expect({ tool_id, refusals: checkManifest(reading.manifest) }).toEqual({
          tool_id,
          refusals: [],
        });
        for (const schema of [contract.input_schema, contract.output_schema ?? true]) {
          expect(compileValidator(schema)).not.toBeNull();
        }
      }
    });
  });
}
