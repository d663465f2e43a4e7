import type { CommandShape } from './command-shapes.js';

/** Completions for fish, each under the condition that its command stands in the line. */
export const fishCompletion = (
  shapes: readonly CommandShape[],
): string => `# fish completion of quartermaster
function __quartermaster_at
    set -l at ''
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$at $word"
            case ${shapes
              .filter(({ path }) => path.length > 0)
              .map(({ path }) => pathOf(path))
              .join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${shapes.flatMap(linesOf).join('\n')}`;

const linesOf = ({ path, subcommands, options, choices }: CommandShape): string[] => {
  const base = `complete -c quartermaster -n "__quartermaster_at ${pathOf(path)}"`;
  const noFiles = subcommands.length > 0 && path.length < 2 ? ' -f' : '';
  return [
    ...subcommands.map(
      ({ name, description }) => `${base}${noFiles} -a ${name} -d ${quoted(description)}`,
    ),
    ...choices.map((name) => `${base} -f -a ${name}`),
    ...options.map(({ name, description, choices: values, takesValue }) => {
      const value =
        values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : takesValue ? ' -r' : '';
      return `${base} -l ${name.replace(/^--/, '')}${value} -d ${quoted(description)}`;
    }),
  ];
};

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const pathOf = (path: readonly string[]): string => quoted(path.map((word) => ` ${word}`).join(''));
