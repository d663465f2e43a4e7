import { EXIT } from '../exit-codes.js';
import { commandShapes } from '../completion/command-shapes.js';
import { runOffline, runUnanswered, sampleProgram } from '../sample-session.js';

const shapes = commandShapes(sampleProgram());
const leaves = shapes.filter(
  ({ path, subcommands }) => path.length > 0 && subcommands.length === 0,
);
const named = leaves.map(({ path }) => [path.join(' '), path] as const);

const ESCAPE = /\u001b/;

/** Those that ask a service, with the least that they need to get as far as asking. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  get: ['a.b'],
  list: [],
  candidates: ['--role', 'r', '--task-type', 't'],
  export: [],
  review: ['a.b@1.0.0'],
  transition: ['review', 'a.b@1.0.0'],
};

describe('every command', () => {
  it.each(named)(
    '%s says what it is for, with an example, and without colours',
    async (_, path) => {
      const { code, out, err } = await runOffline(...path, '--help');
      expect({ code, err }).toEqual({ code: EXIT.ok, err: '' });
      expect(out).toMatch(/^Usage: quartermaster /);
      expect(out).not.toMatch(ESCAPE);
    },
  );

  it.each(named)(
    '%s ends with 2 for an option that it does not know, and says what to do',
    async (_, path) => {
      const { code, out, err } = await runOffline(...path, '--no-such-option');
      expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
      expect(err).toMatch(/unknown option '--no-such-option'|required option/);
      expect(err).toContain('Add --help');
    },
  );

  it('answers as JSON where that is asked for, but for scripts, stories and who signs in', () => {
    const without = leaves.filter(
      ({ options }) => !options.some(({ name }) => /^--(json|format|output)$/.test(name)),
    );
    const names = without.map(({ path }) => path.join(' '));
    expect(['completion', 'demo', 'login', 'logout', 'whoami']).toEqual(
      expect.arrayContaining(names),
    );
  });

  it.each(Object.entries(ASKING))(
    '%s ends with 3 where nothing answers, as JSON too',
    async (name, more) => {
      const { code, out } = await runUnanswered(name, ...more, '--json');
      expect(code).toBe(EXIT.unreachable);
      expect(JSON.parse(out)).toMatchObject({
        error: { exit_code: 3, remedy: expect.any(String) },
      });
      const told = await runUnanswered(name, ...more);
      expect(told).toMatchObject({ code: EXIT.unreachable, out: '' });
      expect(told.err).not.toMatch(ESCAPE);
    },
  );

  it('says what to do where a file is missing, a word is misspelt, or a shell is none', async () => {
    const lock = await runOffline('lock', 'verify', '--file', '/nowhere/q.lock');
    expect(lock).toMatchObject({
      code: EXIT.usage,
      err: expect.stringContaining('quartermaster lock'),
    });
    const list = await runOffline('import', 'tools-list', '/nowhere/a.json', '--owner', 'x');
    expect(list.err).toContain('/nowhere/a.json cannot be read: there is no such file');
    expect((await runOffline('impot')).err).toContain('Did you mean import?');
    const shell = await runOffline('completion', 'nush');
    expect(shell.code).toBe(EXIT.usage);
    expect(shell.err).toMatch(/bash, zsh, fish[^]*Add --help/);
  });
});
