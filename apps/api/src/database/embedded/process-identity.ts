import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf } from '../../config/system-error.js';

/**
 * When process `pid` started, in whatever unit the system counts, or undefined when there is no such
 * process. A pid alone names nothing: after a crash or in a fresh container the same number belongs
 * to another program.
 */
export const startMarkOf = (pid: number): string | undefined => {
  if (!isAlive(pid)) return undefined;
  return process.platform === 'linux' ? linuxStart(pid) : posixStart(pid);
};

/** Whether a process with this number exists; one of another user counts. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/** The command line, to tell a postmaster from a program that inherited its number. */
export const commandLineOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};

/** Fields of /proc/<pid>/stat after the command, which may itself hold spaces and brackets. */
const statFields = (pid: number): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** Killed, but not yet collected by a parent that may never do so (pid 1 of a plain container). */
const isZombie = (pid: number): boolean =>
  process.platform === 'linux' && ['Z', 'X'].includes(statFields(pid)[0] ?? '');

const linuxStart = (pid: number): string | undefined => {
  const ticks = statFields(pid)[19];
  if (ticks === undefined) return undefined;
  // Ticks count from the boot, so the boot belongs to the mark.
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
};

const posixStart = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};
