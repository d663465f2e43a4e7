// Runs stuck-worker.ts, since a thread of the product reads no TypeScript.
import './register-typescript.mjs';

const { default: answer } = await import('./stuck-worker.ts');

export default answer;
