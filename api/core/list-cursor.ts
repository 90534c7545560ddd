import { z } from 'zod';
import { invalid } from '../../schemas/errors.ts';
import type { Position } from '../../store/keyset.ts';

const Parts = z.tuple([z.string(), z.string().regex(/^-?\d{1,16}$/), z.uuid()]);

export interface ReadCursor extends Position {
  readonly list: string;
}

const decoded = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Writes a position as a cursor: opaque, and valid only for the list that returned it. */
export const writeCursor = (list: string, { atMicros, id }: Position): string =>
  Buffer.from(JSON.stringify([list, atMicros, id])).toString('base64url');

/**
 * Returns the end of the last page; undefined without a cursor.
 *
 * @param lists the names under which this list writes its cursors
 * @throws AppError request.invalid (field `cursor`) if it is broken or of another list
 */
export const readCursor = (lists: readonly string[], cursor: string | undefined): ReadCursor | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = Parts.safeParse(decoded(cursor));
  if (!parsed.success) throw invalid([{ path: 'cursor', message: 'is no nextCursor of an answer; start without one' }]);
  const [list, atMicros, id] = parsed.data;
  if (!lists.includes(list)) {
    throw invalid([{ path: 'cursor', message: 'belongs to another list or filter; start without one' }]);
  }
  return { list, atMicros, id };
};

/** Returns the list name of cursors that lead to the previous page. */
export const backwardsOf = (list: string): string => `${list}<`;

/**
 * Returns a page of a list that is read in both directions. Rows that were read backwards are passed in that order, one more than `limit`
 * if there are more.
 * @param at the position from which the rows were read; undefined: from the beginning
 */
export function toPageBothWays<Row extends Position>(
  rows: readonly Row[],
  limit: number,
  { list, at }: { readonly list: string; readonly at: ReadCursor | undefined },
): { readonly page: readonly Row[]; readonly nextCursor: string | null; readonly previousCursor: string | null } {
  const backwards = at?.list === backwardsOf(list);
  const cut = rows.slice(0, limit);
  const page = backwards ? cut.toReversed() : cut;
  const isMore = rows.length > limit;
  const [before, after] = backwards ? [isMore, true] : [at !== undefined, isMore];
  const [first, last] = [page[0] ?? at, page.at(-1) ?? at];
  return {
    page,
    nextCursor: last && after ? writeCursor(list, last) : null,
    previousCursor: first && before ? writeCursor(backwardsOf(list), first) : null,
  };
}

/** Cuts the rows to a page. Read one row more than `limit`. */
export const toPage = <Row extends Position>(
  rows: readonly Row[],
  limit: number,
  listOf: (row: Row) => string,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > limit ? writeCursor(listOf(last), last) : null };
};

/** Returns the cursor after a page for which it is known whether there are more rows; null: there are none. */
export function cursorAfter(
  list: string,
  { rows, isMore }: { readonly rows: readonly Position[]; readonly isMore: boolean },
): string | null {
  const last = rows.at(-1);
  return last && isMore ? writeCursor(list, last) : null;
}
