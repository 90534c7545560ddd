import { defineConfig } from 'vitest/config';

/** Where tests do without the run's PostgreSQL and Temporal: alone, they start at once. */
const PURE = [
  'test/domain/**',
  'test/schemas/**',
  'test/web/**',
  'test/infra/local/**',
  'test/infra/{config,log}.test.ts',
];

const shared = {
  pool: 'forks',
  // Ten times what any takes on a quiet machine: CI's may have neighbours.
  testTimeout: 60_000,
  // Longer than the servers' own limits, whose errors say more.
  hookTimeout: 150_000,
  // What is awaited comes when a busy machine gets to it: one second, the default, is a guess at its speed.
  expect: { poll: { timeout: 15_000 } },
} as const;

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    projects: [
      { test: { ...shared, name: 'pure', include: PURE.map((glob) => glob.replace(/\*\*$/, '**/*.test.{ts,tsx}')) } },
      {
        test: {
          ...shared,
          name: 'stack',
          // Browsers, servers and two cores: CI tries a failed test once more, and the report says so. By hand nothing is tried twice.
          retry: process.env.CI === 'true' ? 1 : 0,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: PURE,
          globalSetup: './test/support/stack/global-setup.ts',
        },
      },
    ],
  },
});
