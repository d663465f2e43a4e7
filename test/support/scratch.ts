import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** Memory where there is some: the tests write a lot, and none of it has to last. */
export const scratchBase = (): string => {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
};
