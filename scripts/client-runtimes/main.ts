/**
 * Packs `@holdfast/client`, installs it in an empty folder, and books with it on a running `npm start` in each runtime:
 *
 *     npm run client-runtimes -- [app] [public]
 *
 * Prints passed, FAILED or untested (npm does not have the runtime for this machine). Exit code 1: one failed. The runtimes come from npm
 * and stay in the user's cache folder, never in the checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cacheFolder } from '../../infra/local/cache-folder.ts';

const [appUrl = 'http://localhost:3000', publicUrl = 'http://localhost:3001'] = process.argv.slice(2);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const WITHIN_MS = 180_000;

interface Runtime {
  readonly name: string;
  /** npm package and version; absent: the Node that runs this. */
  readonly from?: string;
  /** The call, in the folder of the client. @param bin of the runtime's package */
  readonly call: (bin: string) => readonly string[];
}

const node = (version: string): Runtime => ({
  ...{ name: `Node ${version}`, from: `node@${version}` },
  call: (bin) => [join(bin, 'node'), 'run.mjs'],
});

const RUNTIMES: readonly Runtime[] = [
  { name: `Node ${process.versions.node}`, call: () => [process.execPath, 'run.mjs'] },
  node('22'),
  node('24'),
  {
    name: 'Deno',
    from: 'deno@2.9.6',
    call: (bin) => [join(bin, 'deno'), 'run', '--allow-net', '--allow-env', 'run.mjs'],
  },
  { name: 'Bun', from: 'bun@1.4.5', call: (bin) => [join(bin, 'bun'), 'run.mjs'] },
  {
    ...{ name: 'workerd', from: 'miniflare@4.20260730.0' },
    call: (bin) => [process.execPath, join(bin, '../../workerd.mjs'), join(client, 'worker.js')],
  },
];

const client = mkdtempSync(join(tmpdir(), 'holdfast-client-'));

const npmIn = (cwd: string, ...args: string[]): boolean =>
  spawnSync('npm', [...args, '--no-audit', '--no-fund', '--silent'], { cwd, timeout: WITHIN_MS, stdio: 'ignore' })
    .status === 0;

/** The client as strangers get it, and the programs that book with it. */
async function installClient(): Promise<void> {
  execFileSync('npm', ['pack', './client', '--silent', '--pack-destination', client], { cwd: ROOT, stdio: 'ignore' });
  const [archive] = readdirSync(client).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(client, 'package.json'), '{"private":true,"type":"module"}\n');
  if (archive === undefined || !npmIn(client, 'install', `./${archive}`))
    throw new Error('The client was not installed');
  cpSync(HERE, client, { recursive: true });
  const worker = join(client, 'worker.js');
  await build({ entryPoints: [join(client, 'worker.mjs')], outfile: worker, bundle: true, format: 'esm' });
}

/** The folder of a runtime's programs. undefined: it is not to be had here. */
function installRuntime({ from = '' }: Runtime): string | undefined {
  if (from === '') return '';
  const folder = cacheFolder(`client-runtime-${from.replace('@', '-')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  cpSync(join(HERE, 'workerd.mjs'), join(folder, 'workerd.mjs'));
  return npmIn(folder, 'install', from) ? join(folder, 'node_modules/.bin') : undefined;
}

/** @returns whether it did not fail */
function tryIn(runtime: Runtime): boolean {
  const bin = installRuntime(runtime);
  const [program = '', ...args] = bin === undefined ? [] : runtime.call(bin);
  if (program === '') {
    console.log(`untested  ${runtime.name}: npm could not install ${runtime.from}`);
    return true;
  }
  const ran = spawnSync(program, [...args, appUrl, publicUrl], { cwd: client, encoding: 'utf8', timeout: WITHIN_MS });
  const [says] = (ran.status === 0 ? ran.stdout : ran.stderr || ran.stdout || String(ran.error)).trim().split('\n');
  console.log(`${ran.status === 0 ? 'passed  ' : 'FAILED  '}  ${runtime.name}: ${says}`);
  return ran.status === 0;
}

try {
  await installClient();
  const passed = RUNTIMES.map(tryIn);
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
  rmSync(client, { recursive: true });
}
