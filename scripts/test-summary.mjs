// Prints "N passed, N failed[, N skipped]" of vitest's JSON reports. A later report replaces earlier results of its files.
// Fails if a test failed or nothing was reported.
import { readFileSync } from 'node:fs';

function readFiles(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    // The run ended before it could report.
    return [];
  }
}

const files = new Map(process.argv.slice(2).flatMap((report) => readFiles(report).map((file) => [file.name, file])));
const tests = [...files.values()].flatMap(({ assertionResults }) => assertionResults);
const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
const passed = count('passed');
const skipped = count('pending', 'skipped', 'todo');
// A file that does not load, or a failed hook, has no failed test.
const brokenFiles = [...files.values()].filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
).length;
const failed = passed === 0 ? Math.max(1, count('failed') + brokenFiles) : count('failed') + brokenFiles;
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;
