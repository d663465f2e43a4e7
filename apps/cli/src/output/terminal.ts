import { inspect } from 'node:util';

/** Where a command writes; the result goes out, everything else beside it. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly colour: boolean;
  /** Somebody watches the error stream, so that a line may move. */
  readonly live: boolean;
  /** Columns of the terminal; undefined where the output goes elsewhere. */
  readonly width: number | undefined;
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/**
 * Colours the text where the terminal shows colours. `styleText` decides that for itself from the
 * process's own streams, differently from one Node to the next; here it is decided once.
 */
export const paint = (terminal: Terminal, style: Style, text: string): string => {
  const codes = inspect.colors[style];
  if (!terminal.colour || codes === undefined) return text;
  return `\x1b[${codes[0]}m${text}\x1b[${codes[1]}m`;
};

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export const terminalOf = (
  { stdout, stderr }: Streams,
  { noColor, ci }: { readonly noColor: boolean; readonly ci: boolean },
): Terminal => ({
  out: (text) => void stdout.write(`${text}\n`),
  err: (text) => void stderr.write(`${text}\n`),
  colour: stdout.isTTY && !noColor,
  live: stderr.isTTY && !ci,
  width: stdout.isTTY ? stdout.columns : undefined,
});
