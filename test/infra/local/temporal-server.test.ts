import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../infra/local/ports.ts';
import { startTemporal } from '../../../infra/local/temporal-server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temporal-server-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that takes connections on the port it was given, closes each in good order, and ends after the fifth. */
const CLOSES_EVERY_CONNECTION = `#!${process.execPath}
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
let connections = 0;
require('node:net').createServer((socket) => {
  socket.end();
  if (++connections === 5) {
    console.log('five came');
    process.exit(3);
  }
}).listen(port, '127.0.0.1');
`;

it('does not wait for ever for a server that closes what it is asked on', async () => {
  const command = join(folder, 'temporal.cjs');
  await writeFile(command, CLOSES_EVERY_CONNECTION);
  await chmod(command, 0o755);
  const starting = startTemporal({
    command,
    port: await freePort(),
    logFile: join(folder, 'temporal.log'),
    pidFile: join(folder, 'temporal.pid'),
  });
  await expect(starting).rejects.toMatchObject({
    message: expect.stringContaining('exit code 3'),
    advice: expect.stringContaining('five came'),
  });
});
