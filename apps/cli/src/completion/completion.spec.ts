import { spawnSync } from 'node:child_process';
import { runOffline } from '../sample-session.js';

const scriptFor = async (shell: string): Promise<string> => {
  const { code, out } = await runOffline('completion', shell);
  expect(code).toBe(0);
  return out;
};

/** What bash offers for the last of these words. */
const complete = (script: string, ...words: readonly string[]): string[] => {
  const line = words.map((word) => `'${word}'`).join(' ');
  const asking = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _quartermaster; echo "\${COMPREPLY[*]}"`;
  const { stdout } = spawnSync('bash', ['--norc', '-c', `${script}\n${asking}`], {
    encoding: 'utf8',
  });
  return stdout.trim().split(' ');
};

describe('completion', () => {
  it('offers commands, options and their values in bash', async () => {
    const script = await scriptFor('bash');
    expect(complete(script, 'quartermaster', 'pl')).toEqual(['plan']);
    expect(complete(script, 'quartermaster', 'lock', 've')).toEqual(['verify']);
    expect(complete(script, 'quartermaster', 'lock', 'verify', '--f')).toEqual(['--file']);
    expect(complete(script, 'quartermaster', 'plan', '--output', 's')).toEqual(['sarif']);
    expect(complete(script, 'quartermaster', 'transition', 'st')).toEqual(['staging']);
    expect(complete(script, 'quartermaster', 'apply', 'x.yaml', '--wa')).toEqual(['--wait']);
  });

  it.each(['bash', 'zsh', 'fish'])('knows every command and option in %s', async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ['import', 'tools-list', 'suggest-version', 'break-glass']) {
      expect(script).toContain(word);
    }
  });

  it('is a script that bash reads without a word', async () => {
    const script = await scriptFor('bash');
    const { status, stderr } = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
