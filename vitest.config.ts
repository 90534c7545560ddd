import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/stack/longest-first.ts';
import { groupTestFiles } from './test/support/stack/test-groups.ts';

/** Young objects of a worker have more room than 16 MB: fewer are still alive, and copied, at a collection (docs/decisions/operation.md#tests). */
const execArgv = ['--max-semi-space-size=64'];

const groups = groupTestFiles(import.meta.dirname);

const shared = {
  pool: 'forks',
  execArgv,
  // A worker keeps its modules from file to file: importing them again took a sixth of the run (docs/decisions/operation.md#tests).
  isolate: false,
  // By default vitest leaves one core out, and on two cores only one worker would run. A third gains nothing there (docs/decisions/operation.md#tests).
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Ten times what any takes on a quiet machine: CI's may have neighbours.
  testTimeout: 60_000,
  // Longer than the servers' own limits, whose errors say more.
  hookTimeout: 150_000,
  // A busy machine needs time for what a test waits for: one second, the default, is a guess at its speed.
  expect: { poll: { timeout: 20_000 } },
} as const;

const withServers = {
  // React as guests and hosts have it. Its development build takes a stack trace for each element; the project `pure` has its warnings.
  oxc: { jsx: { development: false } },
  test: {
    ...shared,
    env: { NODE_ENV: 'production' },
    // Browsers, servers and two cores: CI tries a failed test again, and the report says so. By hand nothing is tried twice.
    retry: process.env.CI === 'true' ? 1 : 0,
  },
} as const;

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'pure', include: groups.pure, sequence: { groupOrder: 1 } } },
      {
        ...withServers,
        test: {
          ...withServers.test,
          name: 'stack',
          include: groups.stack,
          globalSetup: './test/support/stack/global-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...withServers,
        test: {
          ...withServers.test,
          name: 'kills',
          include: groups.kills,
          globalSetup: './test/support/stack/build-setup.ts',
          // These tests wait for timeouts of processes that were killed: on two cores four of them run at once, and nothing else.
          maxWorkers: 2 * shared.maxWorkers,
          // Four of them start PostgreSQL, Temporal, worker and api at the same time.
          hookTimeout: 240_000,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
