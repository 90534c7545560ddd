import { expect, it } from 'vitest';
import { everyPage, type PageInput } from '../../../../web/app/data/every-page.ts';

/** A list of `count` numbers, as an operation returns it: the cursor is the number after the page. */
const listOf = (count: number, asked: PageInput[]) => async (page: PageInput) => {
  asked.push(page);
  const first = Number(page.cursor ?? 0);
  const end = Math.min(first + page.limit, count);
  return {
    rows: Array.from({ length: end - first }, (_, index) => first + index),
    nextCursor: end < count ? String(end) : null,
  };
};

it('reads a list to its end, in order, the largest pages that there are', async () => {
  const asked: PageInput[] = [];
  const rows = await everyPage(listOf(250, asked), (answer) => answer.rows);
  expect(rows).toEqual(Array.from({ length: 250 }, (_, index) => index));
  expect(asked).toEqual([{ limit: 100 }, { limit: 100, cursor: '100' }, { limit: 100, cursor: '200' }]);
  expect(await everyPage(listOf(0, []), (answer) => answer.rows)).toEqual([]);
});

it('goes on after a page of which nothing is wanted, and stops at a list that never ends', async () => {
  expect(await everyPage(listOf(101, []), (answer) => answer.rows.filter((row) => row === 100))).toEqual([100]);
  const asked: PageInput[] = [];
  await everyPage(listOf(Number.POSITIVE_INFINITY, asked), () => []);
  expect(asked.length).toBe(50);
});
