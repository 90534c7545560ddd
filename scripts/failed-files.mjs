// Prints the test files that failed in vitest's JSON report, one per line. Prints nothing if too many failed for a retry.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const MAX_FILES = 3;

const [file = ''] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name));
if (failed.length <= MAX_FILES) process.stdout.write(failed.map((name) => `${name}\n`).join(''));
