import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ENDINGS, fateOf, WAYS_OUT } from '../../domain/access/ways-out.ts';
import { accessTable, withAccessTable } from '../../scripts/access-table.ts';

it('the guide has the table of what ends with access, as the code has it', async () => {
  const text = await readFile(new URL('../../docs/keys-and-seats.md', import.meta.url), 'utf8');
  expect(withAccessTable(text)).toBe(text);
  expect(accessTable().split('\n')).toHaveLength(WAYS_OUT.length + 2);
});

it('only what a take-over shows the new owner is kept by it', () => {
  const kept = WAYS_OUT.filter((way) => fateOf('takenOver', way) !== 'ended');
  expect(kept).toEqual(['signIns', 'videoLinks', 'shortLinks', 'embeds', 'members', 'imports']);
  for (const ending of ENDINGS)
    if (fateOf(ending, 'keys') === 'ended') expect([ending, fateOf(ending, 'seats')]).toEqual([ending, 'ended']);
});
