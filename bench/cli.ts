import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../infra/local/plan.ts';
import { median, timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';

const ROUNDS = 20;
const MOST_MS = 120;
const run = promisify(execFile);

/** Milliseconds until a command has sent its first request, to a server that only notes it. */
async function untilRequest(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = spawn(process.execPath, [file, 'whoami'], { env: { ...env, HOLDFAST_URL: url }, stdio: 'ignore' });
  const ended = once(child, 'close');
  await once(server, 'request');
  const tookMs = performance.now() - startedMs;
  child.kill();
  server.closeAllConnections();
  server.close();
  await ended;
  return tookMs;
}

/** `cli_start`: the built tool until its version, its help, and the first request of a command; the slowest of the three less bare node. */
export async function cliStartRow(): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-cli-'));
  try {
    await run(process.execPath, ['scripts/build-cli.mjs', join(folder, 'dist')], { cwd: ROOT });
    await cp(join(ROOT, 'cli/package.json'), join(folder, 'package.json'));
    const file = join(folder, 'dist/holdfast.js');
    // Of bare node as well: a variable such as NODE_EXTRA_CA_CERTS costs it 90 ms.
    const env = { PATH: process.env.PATH, HOLDFAST_API_KEY: 'svc_live_bench', HOLDFAST_CONFIG_DIR: folder };
    const ways = [
      () => timeMs(() => run(process.execPath, [file, '--version'], { env })),
      () => timeMs(() => run(process.execPath, [file, '--help'], { env })),
      () => untilRequest(file, env),
    ];
    const bare: number[] = [];
    const taken: number[][] = ways.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await timeMs(() => run(process.execPath, ['-e', '0'], { env })));
      for (const [index, way] of ways.entries()) taken[index]?.push(await way());
    }
    const floor = median(bare);
    const value = Math.max(...taken.map(median));
    return makeRow('cli_start', atMost(MOST_MS), { value, floor, unit: 'ms', ratio: value - floor });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
