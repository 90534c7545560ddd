import { defineConfig } from 'vitest/config';

/** Folders whose tests need neither PostgreSQL nor Temporal: alone, they start at once. */
const PURE = ['test/domain/**', 'test/schemas/**', 'test/web/**', 'test/infra/unit/**'];

const shared = { pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    projects: [
      { test: { ...shared, name: 'pure', include: PURE.map((folder) => `${folder}/*.test.{ts,tsx}`) } },
      {
        test: {
          ...shared,
          name: 'stack',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: PURE,
          globalSetup: './test/support/global-setup.ts',
        },
      },
    ],
  },
});
