import type { Command } from 'commander';

export interface Named {
  readonly name: string;
  readonly description: string;
}

export interface OptionShape extends Named {
  /** What may stand behind it; empty where that is anything, or nothing. */
  readonly choices: readonly string[];
  readonly takesValue: boolean;
}

/** One command as completion knows it. */
export interface CommandShape {
  /** Its words behind the program's name; none for the program itself. */
  readonly path: readonly string[];
  readonly subcommands: readonly Named[];
  readonly options: readonly OptionShape[];
  /** What its first argument may be, where that is one of a list. */
  readonly choices: readonly string[];
}

/** Every command of the program, itself first. */
export const commandShapes = (command: Command, path: readonly string[] = []): CommandShape[] => {
  const own: CommandShape = {
    path,
    subcommands: command.commands.map((sub) => ({
      name: sub.name(),
      description: sub.description(),
    })),
    options: [...command.options.flatMap(optionShapes), HELP],
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  const inner = command.commands.flatMap((sub) => commandShapes(sub, [...path, sub.name()]));
  return [own, ...inner];
};

const HELP: OptionShape = {
  name: '--help',
  description: 'display help for command',
  choices: [],
  takesValue: false,
};

function optionShapes(option: Command['options'][number]): OptionShape[] {
  const { long, description, argChoices, required, optional } = option;
  if (long === undefined || long === null) return [];
  return [{ name: long, description, choices: argChoices ?? [], takesValue: required || optional }];
}
