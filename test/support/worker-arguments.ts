/** What lets Node's worker threads run the TypeScript sources. */
export const TYPESCRIPT: readonly string[] = [
  '--import',
  new URL('./register-typescript.mjs', import.meta.url).href,
];
