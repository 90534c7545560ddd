import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { flows } from '../../workflows/catalogue.ts';

it('the replay before a deployment covers every kind of flow', async () => {
  const guide = await readFile(new URL('../../docs/operations/deploy.md', import.meta.url), 'utf8');
  const [, list = ''] = /npm run replay -- "WorkflowType in \(([^)]*)\)/.exec(guide) ?? [];
  const named = list.split(', ').map((name) => name.replaceAll("'", ''));
  expect(named.sort()).toEqual(Object.keys(flows).sort());
});
