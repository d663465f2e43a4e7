import type { Command } from 'commander';
import { runDemo } from '../demo/run-demo.js';
import type { Session } from '../session.js';

/** `quartermaster demo`: the product in a minute, on a service that is gone afterwards. */
export const register = (program: Command, session: Session): void => {
  program
    .command('demo')
    .description('show what the product does, on a scratch service that is removed afterwards')
    .action(() => runDemo(session));
};
