import type { Command } from 'commander';
import type { Session } from '../session.js';
import * as checkpoints from './audit-checkpoints.js';
import * as exportTrail from './audit-export.js';
import * as verify from './audit-verify.js';

/** `quartermaster audit`: the trail of what was done, proved and taken along. */
export const register = (program: Command, session: Session): void => {
  const audit = program.command('audit').description('prove, export and sign the audit trail');
  verify.register(audit, session);
  exportTrail.register(audit, session);
  checkpoints.register(audit, session);
};
