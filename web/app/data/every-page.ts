interface Page {
  readonly nextCursor: string | null;
}

/** A page of a list, from a cursor on. */
export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

const LARGEST_PAGE = 100;
/** So that a list without an end stops: 5,000 rows, more than any page shows well. */
const MOST_PAGES = 50;

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
