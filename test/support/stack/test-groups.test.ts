import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupTestFiles } from './test-groups.ts';

/** Not written as one path below: this file would count as one that starts it. */
const LAUNCHER = ['infra', 'local', 'launch.mjs'].join('/');

const FILES: Readonly<Record<string, string>> = {
  'domain/sum.ts': 'export const sum = (one: number, other: number) => one + other;',
  [LAUNCHER]: '',
  'test/support/stack/database.ts': '',
  'test/support/stack/processes.ts': "import { url } from './database.ts';",
  'test/support/stack/stack.ts': "import {\n  url,\n  close,\n} from './database.ts';\nexport interface Stack {}",
  'test/support/drivers/guest.ts': "import type { Stack } from '../stack/stack.ts';\nexport const guest = 'guest';",
  'test/support/drivers/chromium.ts': "export { chromium } from 'playwright-core';",
  'test/support/drivers/all.ts': "export * from './chromium.ts';",
  'test/domain/sum.test.ts': "import { sum } from '../../domain/sum.ts';\n// as in '../support/stack/stack.ts'",
  'test/web/guest.test.tsx': "import { guest } from '../support/drivers/guest.ts';",
  'test/store/rows.test.ts': "import { startStack, type Stack } from '../support/stack/stack.ts';",
  'test/e2e/page.test.ts': "import '../support/drivers/all.ts';",
  'test/e2e/late.test.ts': "const { startStack } = await import('../support/stack/stack.ts');",
  'test/infra/start.test.ts': `spawn(process.execPath, ['${LAUNCHER}']);`,
  'test/e2e/kills.test.ts': "import { startProcesses } from '../support/stack/processes.ts';",
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'test-groups-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('groups test files by what their imports reach', () => {
  expect(groupTestFiles(root)).toEqual({
    pure: ['test/domain/sum.test.ts', 'test/web/guest.test.tsx'],
    stack: ['test/e2e/late.test.ts', 'test/e2e/page.test.ts', 'test/infra/start.test.ts', 'test/store/rows.test.ts'],
    kills: ['test/e2e/kills.test.ts'],
  });
});

it('groups the tests of this repository, and the modules that decide it exist', () => {
  const groups = groupTestFiles(join(import.meta.dirname, '../../..'));
  expect(groups.pure).toContain('test/support/stack/test-groups.test.ts');
  expect(groups.stack).toContain('test/support/stack/stack.test.ts');
  expect(groups.stack).toContain('test/infra/local/start.test.ts');
  expect(groups.stack).toContain('test/e2e/pages/accessibility.test.ts');
  expect(groups.kills).toContain('test/e2e/failures/crash.test.ts');
});
