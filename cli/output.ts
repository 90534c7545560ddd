import Table from 'cli-table3';
import pc from 'picocolors';
import type { ErrorEnvelope } from '../schemas/errors.ts';
import { onlyFields } from './fields.ts';
import { peopleWords } from './people-words.ts';

/** Prints a command's answer: one JSON document for programs, text and tables for people. */
export interface Output {
  readonly json: boolean;
  /** True if a person can answer questions here. */
  readonly interactive: boolean;
  /** The answer as JSON; `show` prints it for people. */
  answer(value: unknown, show: () => void): void;
  line(text?: string): void;
  /** Columns without borders, or one sentence if there are no rows. */
  table(head: readonly string[], rows: readonly (readonly string[])[], empty: string): void;
  /** On stderr, so that a pipe gets the answer only. */
  note(text: string): void;
  /** @param message for people, in place of the envelope's */
  fail(envelope: ErrorEnvelope, message?: string): void;
}

type Fields = Parameters<typeof onlyFields>[1];

/** @param fields of JSON answers; absent: all */
export const createOutput = (json: boolean, fields?: Fields): Output => {
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  const line = (text = '') => write(printable(text));
  return {
    json,
    interactive: !json && process.stdin.isTTY === true && process.stdout.isTTY === true,
    answer: (value, show) => (json ? write(JSON.stringify(fields ? onlyFields(value, fields) : value)) : show()),
    line,
    table(head, rows, empty) {
      if (rows.length === 0) return line(empty);
      const table = new Table({ head: head.map((name) => pc.bold(name)), chars: NO_BORDERS, style: STYLE });
      for (const row of rows) table.push([...row]);
      line(table.toString());
    },
    note: (text) => void process.stderr.write(`${printable(text)}\n`),
    fail(envelope, message = envelope.error.message) {
      const text = json ? JSON.stringify(envelope) : printable(inWords(envelope, message));
      process.stderr.write(`${text}\n`);
    },
  };
};

/** Matches picocolors' codes, and other control or invisible characters. */
const STYLED_OR_UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it must match them
  /(\u001b\[(?:0|1|2|4|22|24|3[0-79])m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Output contains other people's names. Remove what controls the terminal or changes text direction. */
const printable = (text: string): string => text.replace(STYLED_OR_UNSAFE, (_, style?: string) => style ?? '');

const STYLE = { head: [], border: [], 'padding-left': 0, 'padding-right': 2, compact: true };
const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, '']),
);

interface Clock {
  readonly display: string;
}

/** What a refusal offers instead: an open start, or another reading of the words that were sent. */
interface Offer {
  readonly startUtc?: string;
  readonly local?: Clock;
  readonly bookerLocal?: Clock;
}

const inWords = ({ error: { details } }: ErrorEnvelope, message: string): string => {
  const alternatives = (details?.alternatives ?? []) as Offer[];
  const offers = alternatives.flatMap(({ startUtc, local, bookerLocal = local }) =>
    startUtc ? [`  ${startUtc}  ${bookerLocal?.display ?? ''}`] : [],
  );
  const reason = typeof details?.reason === 'string' ? pc.dim(` (${details.reason})`) : '';
  return [
    pc.red(peopleWords(details) ?? message) + reason,
    ...(offers.length > 0 ? ['Free near it:', ...offers] : []),
  ].join('\n');
};
