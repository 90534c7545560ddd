import { expect, it } from 'vitest';
import { readWithinBytes } from '../../../store/workspaces/export-pages.ts';

/** A list of rows of so many characters, and how many of them were read. */
const listOf = (sizes: readonly number[]) => {
  const all = sizes.map((size, nth) => ({ atMicros: String(nth), id: String(nth), row: { text: 'x'.repeat(size) } }));
  let most = 0;
  const read = async ({ after, limit }: { after: { id: string } | undefined; limit: number }) => {
    const from = after ? Number(after.id) + 1 : 0;
    most = Math.max(most, limit);
    return all.slice(from, from + limit + 1);
  };
  return { read, most: () => most };
};

it('ends a page at its size, reads no more than a part at once, and loses no row', async () => {
  const { read, most } = listOf(Array.from({ length: 300 }, () => 62_000));
  const ids: string[] = [];
  let after: { atMicros: string; id: string } | undefined;
  for (let page = 0; page < 20; page += 1) {
    const { rows, isMore } = await readWithinBytes(read, { after, limit: 500 });
    expect(rows.length).toBe(Math.min(33, 300 - ids.length));
    ids.push(...rows.map(({ id }) => id));
    after = rows.at(-1);
    if (!isMore) break;
  }
  expect(ids).toEqual(Array.from({ length: 300 }, (_, nth) => String(nth)));
  expect(most()).toBe(50);
});

it.each([
  [500, 501, 500, true],
  [500, 500, 500, false],
  [10, 3, 3, false],
  [10, 0, 0, false],
  [60, 61, 60, true],
])('limit %i of %i short rows: %i, more: %j', async (limit, count, length, isMore) => {
  const { read } = listOf(Array.from({ length: count }, () => 10));
  const page = await readWithinBytes(read, { after: undefined, limit });
  expect([page.rows.length, page.isMore]).toEqual([length, isMore]);
});

it('has a row that is larger than a page', async () => {
  const { rows, isMore } = await readWithinBytes(listOf([5_000_000, 1]).read, { after: undefined, limit: 5 });
  expect([rows.length, isMore]).toEqual([1, true]);
});
