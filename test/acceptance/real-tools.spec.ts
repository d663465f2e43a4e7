import { classify } from '#core/compatibility/classify.js';
import { checkManifest } from '#core/contract/check-manifest.js';
import { contractDigest } from '#core/contract/digest.js';
import { readManifest } from '#core/contract/read-manifest.js';
import type { Manifest } from '#core/contract/contract.js';
import { readJson } from '#core/json/read.js';
import { isArray, isObject, member, objectOf, type Json } from '#core/json/value.js';
import { lintContract } from '#core/lint/lint.js';
import { compileValidator } from '#core/schema/validator.js';
import { realTools, sharedData, type RealTool } from '../support/shared-data.js';

const folder = sharedData('mcp-tools');

/** Registered as an import would: hints decide the flags, the rest is a plain default. */
const manifestOf = ({ server, name, tool }: RealTool): Manifest => {
  const annotations = member(tool, 'annotations');
  const hint = (key: string) => isObject(annotations) && member(annotations, key) === true;
  const fields: [string, Json | undefined][] = [
    ['title', member(tool, 'title')],
    ['description', member(tool, 'description')],
    ['input_schema', member(tool, 'inputSchema')],
    ['output_schema', member(tool, 'outputSchema')],
    ['annotations', annotations],
    ['side_effect', !hint('readOnlyHint')],
    ['idempotent', hint('idempotentHint')],
    ['timeout_ms', 30_000],
    ['target', { kind: 'mcp', server, tool: name }],
  ];
  const sent = fields.flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const reading = readManifest(objectOf(sent));
  if (!reading.ok) throw new Error(`${server} ${name}: ${JSON.stringify(reading.errors)}`);
  return reading.manifest;
};

/** The same document, with the members of each object the other way round. */
const turnedRound = (value: Json): Json => {
  if (isArray(value)) return value.map(turnedRound);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, turnedRound(inner)] as const);
  return objectOf(entries.toReversed());
};

if (folder === null) {
  it.skip('judges 887 real tools: no shared data here, QM_SHARED_DATA names its folder', () => {});
} else {
  describe('the tools of published MCP servers', () => {
    const tools = realTools(folder);
    const manifests = tools.map((tool) => ({ tool, manifest: manifestOf(tool) }));

    it('are all there and all read as manifests', () => {
      expect(manifests).toHaveLength(887);
    });

    it('are no change of themselves, in whatever order they are written', () => {
      const changed = manifests.filter(({ tool, manifest }) => {
        const turned = turnedRound(tool.tool);
        if (!isObject(turned)) return true;
        const { contract } = manifestOf({ ...tool, tool: turned });
        const options = { outputCompatibility: 'strict', changes: [] } as const;
        const { bump, findings } = classify(manifest.contract, contract, options);
        return bump !== 'none' || findings.length > 0;
      });
      expect(changed.map(({ tool }) => `${tool.server} ${tool.name}`)).toEqual([]);
    });

    it('are refused only where an input does not say that it is an object', () => {
      const refused = manifests.flatMap(({ tool, manifest }) =>
        checkManifest(manifest).flatMap(({ code, errors }) =>
          errors.map((error) => `${tool.server} ${code} ${error.code}`),
        ),
      );
      // Nine tools of one server send `{"$schema": …}` and nothing else for their input.
      expect(refused).toEqual(
        Array.from(
          { length: 9 },
          () => 'modelcontextprotocol_server-gitlab schema-invalid root-not-object',
        ),
      );
    });

    it('have schemas that the validator compiles', () => {
      const uncompiled = manifests.filter(({ manifest: { contract } }) =>
        [contract.input_schema, contract.output_schema ?? true].some(
          (schema) => compileValidator(schema) === null,
        ),
      );
      expect(uncompiled.map(({ tool }) => tool.name)).toEqual([]);
    });

    it('keep their digest whatever the order of their members and the way they are written', () => {
      for (const { tool, manifest } of manifests) {
        const reading = readJson(JSON.stringify(turned(tool.tool), null, 2));
        if (!reading.ok || !isObject(reading.value)) throw new Error('not read');
        const again = manifestOf({ ...tool, tool: reading.value });
        expect(contractDigest(again.contract)).toBe(contractDigest(manifest.contract));
      }
    });

    it('give the lint no error: its errors are for what is hostile or cannot work', () => {
      const errors = manifests.flatMap(({ tool, manifest }) =>
        lintContract(manifest.contract)
          .filter(({ level }) => level === 'error')
          .map(({ rule, path }) => `${tool.server} ${tool.name} ${rule} ${path}`),
      );
      expect(errors).toEqual([]);
    });
  });
}

/** The same document with the members of every object in the opposite order. */
const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => turned(item));
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)] as const),
  );
};
