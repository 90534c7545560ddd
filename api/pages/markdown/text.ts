import { singleLine } from '../../../domain/untrusted-text.ts';

/** Longer than any stored name, question or line of a description. */
const LONGEST_LINE = 2_000;

/** People's text as one line without markup: no link, heading or tag begins in it. */
export const plain = (text: string): string => singleLine(text, LONGEST_LINE).replace(/[\\`*_[\]<>|~&#]/g, '\\$&');

/** Escapes a start that makes a list, a rule or the underline of a heading. */
const atLineStart = (line: string): string => line.replace(/^[-+=]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');

/** People's text of several lines, as a quotation. */
export const quoted = (text: string): string[] =>
  text.split(/\r?\n/).map((line) => `> ${atLineStart(plain(line))}`.trimEnd());

/** A value as JSON, ready to send, also in a table: characters that would end the code or the cell are written by number. */
export const jsonCode = (value: string): string =>
  `\`${JSON.stringify(value).replaceAll('`', '\\u0060').replaceAll('|', '\\u007c')}\``;

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

/** How to fill in the calls: a shell must never read what a guest typed. */
export const FILL_IN =
  'Replace every word in capitals. In a body, replace it together with its quotes by the value as JSON: text in quotes with `"`, `\\` and line breaks escaped, numbers, `true`, `false` and lists without. In an address, percent-encode all of the value but letters and digits.';

/** A call as a command, ready to run after its placeholders are replaced. The shell expands nothing of its body. */
export const curl = (url: string, body?: object): string[] => {
  const get = `curl -sS ${shellQuoted(url)}`;
  if (body === undefined) return fenced('sh', get);
  const post = `${get} -H 'Content-Type: application/json' --data-binary @- <<'JSON'`;
  return fenced('sh', [post, JSON.stringify(body), 'JSON'].join('\n'));
};

/** Lines as a document: no blank line at its start, one newline at its end. */
export const documentOf = (lines: readonly string[]): string => `${lines.join('\n').trim()}\n`;
