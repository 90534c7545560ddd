import { hostname } from 'node:os';
import { singleLine } from '../domain/untrusted-text.ts';

const APP = 'Holdfast CLI';
/** With the words before it, what registering takes: 80 characters. */
const LONGEST_MACHINE = 64;

/** What this program is called where a person approves it and in the list of keys: the machine tells one login from another. */
export function clientName(machine = hostname()): string {
  const line = singleLine(machine, LONGEST_MACHINE).slice(0, LONGEST_MACHINE).toWellFormed();
  return line === '' ? APP : `${APP} on ${line}`;
}
