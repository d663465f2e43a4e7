import { pathsOf, quoted } from './case-patterns.js';
import type { CommandShape } from './command-shapes.js';

/** A function for bash, of 3.2 as well; where there is nothing to say, file names complete. */
export const bashCompletion = (
  shapes: readonly CommandShape[],
): string => `# bash completion of quartermaster
_quartermaster() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" word options="" words=""
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsOf(shapes)}) at="$at $word" ;;
    esac
  done
  case "$at|$prev" in
${shapes.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${shapes.map(commandCase).join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
}
complete -o bashdefault -o default -F _quartermaster quartermaster`;

const valueCases = ({ path, options }: CommandShape): string[] =>
  options
    .filter(({ choices }) => choices.length > 0)
    .map(
      ({ name, choices }) =>
        `    ${quoted(path, `|${name}`)}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); return ;;`,
    );

const commandCase = ({ path, subcommands, options, choices }: CommandShape): string => {
  const words = [...subcommands.map(({ name }) => name), ...choices].join(' ');
  const flags = options.map(({ name }) => name).join(' ');
  return `    ${quoted(path)}) words="${words}"; options="${flags}" ;;`;
};
