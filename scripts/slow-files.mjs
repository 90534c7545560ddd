// Prints the ten slowest test files of vitest's JSON report with the seconds of their tests.
// With --write it also keeps the seconds of all slow files in test/slow-files.json, so that the next run starts them first.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const SHOWN = 10;
const KEPT_FROM_SECONDS = 4;

/** The run may have ended before it could report. */
function readFiles(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

const [report = 'test-results/vitest.json'] = process.argv.slice(2).filter((argument) => argument !== '--write');
const files = readFiles(report)
  .map(({ name, startTime, endTime }) => [relative(process.cwd(), name), Math.round((endTime - startTime) / 1000)])
  .sort(([, one], [, other]) => other - one);
const lines = files.slice(0, SHOWN).map(([name, seconds]) => `${seconds} s ${name}\n`);
process.stdout.write(lines.join(''));
if (process.argv.includes('--write')) {
  const kept = files.filter(([, seconds]) => seconds >= KEPT_FROM_SECONDS);
  writeFileSync('test/slow-files.json', `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
