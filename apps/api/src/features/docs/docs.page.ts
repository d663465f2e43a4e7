import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FILE_SCHEMA_NAME, MANIFEST_FILE_SCHEMA } from '#core/manifests/file-schema.js';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const START = `window.onload = () => {
  window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', deepLinking: true });
};
`;

/** The files of Swagger UI that the page needs; nothing else of the package is served. */
const TYPES = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

export const docsPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quartermaster API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<div id="ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`;

export const docsAsset = async (
  name: string,
): Promise<{ type: string; bytes: Buffer } | undefined> => {
  if (name === 'start.js') {
    return { type: 'text/javascript; charset=utf-8', bytes: Buffer.from(START) };
  }
  if (name === FILE_SCHEMA_NAME) {
    // For the editors of people who write manifests.
    const schema = JSON.stringify(MANIFEST_FILE_SCHEMA);
    return { type: 'application/schema+json; charset=utf-8', bytes: Buffer.from(schema) };
  }
  const type = TYPES.get(name);
  return type === undefined ? undefined : { type, bytes: await readFile(join(folder, name)) };
};
