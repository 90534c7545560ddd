// Prints "N passed, N failed[, N skipped]" from vitest's JSON report; fails when a test failed, or when nothing was reported.
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it could report.
    return undefined;
  }
}

const report = readReport();
const passed = report?.numPassedTests ?? 0;
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
// A file that does not load, or a hook that fails, has no failed test of its own.
const brokenFiles = (report?.testResults ?? []).filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
).length;
const isComplete = report !== undefined && passed > 0;
const failures = (report?.numFailedTests ?? 0) + brokenFiles;
const shown = failures === 0 && (!isComplete || report.success === false) ? 1 : failures;
process.stdout.write(`${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = shown > 0 ? 1 : 0;
