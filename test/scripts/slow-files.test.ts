import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the files that start first are files of the tree', () => {
  const seconds: Record<string, number> = JSON.parse(readFileSync('test/slow-files.json', 'utf8'));
  const files = Object.keys(seconds);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
