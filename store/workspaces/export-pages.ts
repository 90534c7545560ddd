import type { Position } from '../keyset.ts';

/** A row as it leaves: `at` is its place in the list. */
export interface ExportRow extends Position {
  readonly row: Readonly<Record<string, unknown>>;
}

export interface PageQuery {
  readonly after: Position | undefined;
  readonly limit: number;
}

export interface ExportPage {
  readonly rows: readonly ExportRow[];
  /** Another page begins after the last row. */
  readonly isMore: boolean;
}

/** Rows read at once. Of the largest rows, event types with all their questions, so many have 2 MB. */
const ROWS_AT_ONCE = 50;
/** A page ends with the row that reaches this size. */
const MOST_CHARACTERS = 2_000_000;

/**
 * A page that is bounded by its size as well: rows may be long, and some are older than the bounds of their texts. Read in parts, so that
 * neither the database nor this process holds more.
 * @param read rows of the list in order, one more than its `limit` if there are more
 */
export async function readWithinBytes(
  read: (query: PageQuery) => Promise<readonly ExportRow[]>,
  { after, limit }: PageQuery,
): Promise<ExportPage> {
  const rows: ExportRow[] = [];
  let characters = 0;
  for (;;) {
    const part = Math.min(ROWS_AT_ONCE, limit - rows.length);
    const found = await read({ after: rows.at(-1) ?? after, limit: part });
    for (const one of found.slice(0, part)) {
      if (characters >= MOST_CHARACTERS) return { rows, isMore: true };
      rows.push(one);
      characters += JSON.stringify(one.row).length;
    }
    if (found.length <= part || rows.length === limit) return { rows, isMore: found.length > part };
  }
}
