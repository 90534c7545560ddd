import { hostname } from 'node:os';
import { singleLine } from '../domain/untrusted-text.ts';

const APP = 'Holdfast CLI';
/** Together with the words before it, at most 80 characters: the limit of `registerDevice`. */
const LONGEST_MACHINE = 64;

/** This program's name on the approval page and in the list of keys. It includes the machine, to tell logins apart. */
export function clientName(machine = hostname()): string {
  const line = singleLine(machine, LONGEST_MACHINE).slice(0, LONGEST_MACHINE).toWellFormed();
  return line === '' ? APP : `${APP} on ${line}`;
}
