import { hash } from 'node:crypto';
import { hashNatively } from '#core/json/digest.js';

/** Each thread has the core to itself, and says so once. */
export const useNativeHash = (): void => hashNatively((text) => hash('sha256', text, 'hex'));
