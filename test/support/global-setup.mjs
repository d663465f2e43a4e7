import './register-typescript.mjs';

export default async function globalSetup() {
  const { startTestServer } = await import('./test-server.ts');
  await startTestServer();
}
