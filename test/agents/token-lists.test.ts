import { expect, it } from 'vitest';
import { LIST_ROWS, listTokens, TOKEN_LIMITS } from '../support/asserts/tokens.ts';

it.each(LIST_ROWS)('%s stays within its limit: each conversation pays for the list', async (row) => {
  const tokens = await listTokens(row);
  expect(tokens).toBeLessThanOrEqual(TOKEN_LIMITS[row]);
  // Far below, the limit would keep nothing.
  expect(tokens).toBeGreaterThan(TOKEN_LIMITS[row] / 2);
});
