import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Background from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapterFactory } from './migration-adapter.js';

interface OpenEngine {
  readonly engine: Background.SchemaEngine;
  readonly filters: typeof FILTERS;
  /** Closes the connections as well, which would keep the process alive. */
  close(): Promise<void>;
}

const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Prisma's schema engine as WebAssembly, bound to a database. The command line's engine is a native
 * program that has to be downloaded; this one comes with the packages and does the same.
 */
export const openSchemaEngine = async (url: string, schema?: string): Promise<OpenEngine> => {
  const { SchemaEngine: Engine } = await loadEngine();
  const factory = new MigrationAdapterFactory(url);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const datamodels: [string, string][] | undefined =
    schema === undefined ? undefined : [['schema.prisma', schema]];
  const engine = await Engine.new({ datamodels }, () => undefined, adapter);
  const close = async (): Promise<void> => {
    engine.free();
    await factory.close();
  };
  return { engine, filters: FILTERS, close };
};

type EngineModule = typeof Background;

type Imports = Record<string, (...args: unknown[]) => unknown>;

// TypeScript keeps the types of WebAssembly with those of the browser; this is all that is used.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(
    module: object,
    imports: Record<string, Imports>,
  ): Promise<{ readonly exports: Record<string, unknown> }>;
};

let loaded: Promise<EngineModule> | undefined;

const loadEngine = (): Promise<EngineModule> => (loaded ??= instantiate());

/** The package's own entry imports the .wasm file as a module, which Node does not do. */
const instantiate = async (): Promise<EngineModule> => {
  const background = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const path = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const module = await WebAssembly.compile(new Uint8Array(await readFile(path)));
  const instance = await WebAssembly.instantiate(module, {
    './schema_engine_bg.js': importsOf(background),
  });
  background.__wbg_set_wasm(instance.exports);
  // Where the engine leaves its last words; without it a panic shows as an unrelated TypeError.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => process.stderr.write(`schema engine: ${message}\n`),
    },
  });
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();
  return background;
};

/**
 * The functions of the JavaScript half. The engine's lock timeout stays armed after its work is done;
 * it must not keep the process alive for another ten seconds.
 */
const importsOf = (background: EngineModule): Imports => {
  const imports: Imports = {};
  for (const [name, value] of Object.entries(background)) {
    if (typeof value !== 'function') continue;
    // Of these functions only WebAssembly knows the signatures.
    const call = value as (...args: unknown[]) => unknown;
    imports[name] = name.startsWith('__wbg_setTimeout')
      ? (...args: unknown[]) => unreferenced(call(...args))
      : call;
  }
  return imports;
};

const unreferenced = (timer: unknown): unknown => {
  if (timer !== null && typeof timer === 'object' && 'unref' in timer) {
    if (typeof timer.unref === 'function') timer.unref();
  }
  return timer;
};
