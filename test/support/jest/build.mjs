export { buildIfNeeded as default } from '../../../apps/build.mjs';
