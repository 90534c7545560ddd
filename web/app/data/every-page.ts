interface Page {
  readonly nextCursor: string | null;
}

/** A page of a list, from a cursor on. */
export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

const LARGEST_PAGE = 100;
/** So that a list without an end stops: more than any page shows well. A page that shows so many says that they are the first (`FirstOnly`). */
export const MOST_ROWS = 5_000;
const MOST_PAGES = MOST_ROWS / LARGEST_PAGE;

/**
 * Every row of a list, page after page.
 * @param read asks for one page
 * @param rowsOf the rows of that answer
 */
export async function everyPage<Answer extends Page, Row>(
  read: (page: PageInput) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const answer: Answer = await read({ limit: LARGEST_PAGE, ...(cursor !== null && { cursor }) });
    rows.push(...rowsOf(answer));
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return rows;
}
