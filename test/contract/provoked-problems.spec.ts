import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEMS } from '#core/problems/catalogue.js';

const E2E = 'test/e2e';

describe('the catalogue of problems', () => {
  it('holds no code that no test over HTTP expects by its name', () => {
    const specs = readdirSync(E2E, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => readFileSync(join(E2E, name), 'utf8'))
      .join('\n');
    const unnamed = Object.keys(PROBLEMS).filter((code) => !specs.includes(`'${code}'`));
    // Takes a client that goes silent for a minute.
    expect(unnamed.filter((code) => code !== 'request-timeout')).toEqual([]);
  });
});
