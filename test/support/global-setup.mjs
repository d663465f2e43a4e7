import { buildIfNeeded } from '../../apps/build.mjs';
import './register-typescript.mjs';

export default async function globalSetup() {
  buildIfNeeded();
  const { startTestServer } = await import('./test-server.ts');
  await startTestServer();
}
