/** Spreadsheets run a cell that begins like this, in full width as well, maybe after spaces: guests type such cells. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/**
 * The same inside a cell. Where the comma is that of numbers, spreadsheets split at semicolons or tabs, and there our quotes mean nothing
 * but at the start of a line.
 */
const INNER_FORMULA = /([;\t\r\n][^\S\t\r\n]{0,20})(?=[=+\-@＝＋－＠])/g;
const QUOTED = /[",;\t\r\n]/;

/** What is no text, number or truth is JSON in its cell. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inside = text.replaceAll(INNER_FORMULA, "$1'");
  const harmless = FORMULA.test(text) ? `'${inside}` : inside;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const lineOf = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/**
 * Rows as CSV (RFC 4180). All have the same names, in one order. A cell that a spreadsheet would run begins with an apostrophe.
 * @param hasNames whether the first line has the names: of a file's first page
 */
export function csvOf(rows: readonly Readonly<Record<string, unknown>>[], hasNames: boolean): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => lineOf(names.map((name) => row[name])));
  return `${hasNames && names.length > 0 ? lineOf(names) : ''}${lines.join('')}`;
}
