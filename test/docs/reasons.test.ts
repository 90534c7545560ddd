import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readGuide } from './examples.ts';

const SPOKEN = [/reason: '([a-z_]+)'/g, /\brequired\(\s*'([a-z_]+)'/g];

it('every reason that the code names stands in the table', () => {
  const guide = readGuide('docs/errors-and-limits.md');
  const files = ['api', 'store', 'schemas', 'domain'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const reasons = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return SPOKEN.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  });
  expect(reasons.length).toBeGreaterThan(40);
  expect([...new Set(reasons)].filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([]);
});
