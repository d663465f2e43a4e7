import { pathsOf, quoted } from './case-patterns.js';
import type { CommandShape, Named } from './command-shapes.js';

/** A function for zsh, which shows what each word means. */
export const zshCompletion = (shapes: readonly CommandShape[]): string => `#compdef quartermaster
# zsh completion of quartermaster
_quartermaster() {
  local at="" word
  local -a named flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathsOf(shapes)}) at="$at $word" ;;
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${shapes.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${shapes.map(commandCase).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe option flags
  elif (( $#named )); then
    _describe command named || _files
  else
    _files
  fi
}
compdef _quartermaster quartermaster`;

const valueCases = ({ path, options }: CommandShape): string[] =>
  options
    .filter(({ choices }) => choices.length > 0)
    .map(
      ({ name, choices }) =>
        `    ${quoted(path, `|${name}`)}) compadd -- ${choices.join(' ')}; return ;;`,
    );

const commandCase = ({ path, subcommands, options, choices }: CommandShape): string => {
  const words = [...subcommands, ...choices.map((name) => ({ name, description: '' }))];
  return `    ${quoted(path)}) named=(${words.map(described).join(' ')}); flags=(${options.map(described).join(' ')}) ;;`;
};

const described = ({ name, description }: Named): string =>
  `'${name}${description === '' ? '' : `:${description.replaceAll("'", "'\\''")}`}'`;
