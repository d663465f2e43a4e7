import { table, type Column } from '../output/table.js';
import { paint, type Terminal } from '../output/terminal.js';

/** Tells the story: numbered acts, what is asked of the service, and what it answers. */
export class Narrator {
  private acts = 0;

  constructor(private readonly terminal: Terminal) {}

  say(...lines: readonly string[]): void {
    for (const line of lines) this.terminal.out(line);
  }

  act(heading: string, ...lines: readonly string[]): void {
    this.acts += 1;
    this.say('', paint(this.terminal, 'bold', `${this.acts}. ${heading}`));
    this.tell(...lines);
  }

  tell(...lines: readonly string[]): void {
    for (const line of lines) this.terminal.out(line === '' ? '' : `   ${line}`);
  }

  /** One request with the heart of its answer. */
  asked(request: string, answer: string, good: boolean): void {
    this.tell(`${request} → ${paint(this.terminal, good ? 'green' : 'red', answer)}`);
  }

  strong(text: string): string {
    return paint(this.terminal, 'bold', text);
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const { width } = this.terminal;
    const inner = width === undefined ? {} : { width: width - 3 };
    this.tell(...table({ ...this.terminal, ...inner }, columns, rows).split('\n'));
  }
}
