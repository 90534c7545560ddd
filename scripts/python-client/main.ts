import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Generates a Python client from docs/openapi.json and books with it: npm run python-client -- [app] [public]
const [appUrl = 'http://localhost:3000', publicUrl = 'http://localhost:3001'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'holdfast-python-'));
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'inherit' });
try {
  run('python3', '-m', 'venv', 'venv');
  run('venv/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1');
  // Its hooks format the code with ruff, whose absence would count as a warning.
  writeFileSync(join(folder, 'config.yml'), 'post_hooks: []\n');
  const document = ['--path', `${root}docs/openapi.json`, '--config', 'config.yml'];
  const output = ['--meta', 'none', '--output-path', 'holdfast_api'];
  run('venv/bin/openapi-python-client', 'generate', '--fail-on-warning', ...document, ...output);
  cpSync(`${root}scripts/python-client/book.py`, join(folder, 'book.py'));
  run('venv/bin/python', 'book.py', appUrl, publicUrl);
} finally {
  rmSync(folder, { recursive: true });
}
