import { singleLine } from '../../domain/untrusted-text.ts';

/** Longer than any name, question or line of a description that we keep. */
const LONGEST_LINE = 2_000;

/** People's text as one line in which no character is markup: no link, no heading, no tag begins in it. */
export const plain = (text: string): string => singleLine(text, LONGEST_LINE).replace(/[\\`*_[\]<>|~&#]/g, '\\$&');

/** People's text of several lines, as a quotation. */
export const quoted = (text: string): string[] => text.split(/\r?\n/).map((line) => `> ${plain(line)}`.trimEnd());

export const heading = (level: 1 | 2, text: string): string[] => ['', `${'#'.repeat(level)} ${text}`, ''];

export const bullets = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);

export const numbered = (lines: readonly string[]): string[] => lines.map((line, index) => `${index + 1}. ${line}`);

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)];
};

const fenced = (language: string, text: string): string[] => [`\`\`\`${language}`, text, '```'];

export const jsonBlock = (value: object): string[] => fenced('json', JSON.stringify(value, null, 2));

/** For a shell: nothing in single quotes is expanded. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A call as a command that can be run once its placeholders in capitals are filled in. */
export const curl = (url: string, body?: object): string[] =>
  fenced(
    'sh',
    body === undefined
      ? `curl -sS ${shellQuoted(url)}`
      : `curl -sS ${shellQuoted(url)} -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(JSON.stringify(body))}`,
  );

/** Lines as a document: no blank line at its start, one newline at its end. */
export const documentOf = (lines: readonly string[]): string => `${lines.join('\n').trim()}\n`;
