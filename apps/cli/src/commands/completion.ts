import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.js';
import { commandShapes } from '../completion/command-shapes.js';
import { fishCompletion } from '../completion/fish.js';
import { zshCompletion } from '../completion/zsh.js';
import type { Session } from '../session.js';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

type Shell = keyof typeof SHELLS;

const EXAMPLES = `
Examples:
  $ quartermaster completion bash > ~/.local/share/bash-completion/completions/quartermaster
  $ quartermaster completion zsh > ~/.zsh/completions/_quartermaster
  $ quartermaster completion fish > ~/.config/fish/completions/quartermaster.fish`;

/** `quartermaster completion`: a script by which a shell completes the commands. */
export const register = (program: Command, { terminal }: Session): void => {
  program
    .command('completion')
    .description('print the script by which a shell completes this command')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => terminal.out(SHELLS[shell](commandShapes(program))));
};
