import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../infra/local/ports.ts';
import { ensureDatabase, type LocalPostgres, startPostgres } from '../../../infra/local/postgres.ts';
import { isRunning } from '../../../infra/local/processes.ts';

let folder: string;
const running: LocalPostgres[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-postgres-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataFolder: string, onCreate = (): void => {}): Promise<LocalPostgres> {
  const options = {
    dataFolder,
    logFile: join(folder, 'log'),
    port: await freePort(),
    password: 'with / and @',
    onCreate,
  };
  const server = await startPostgres(options);
  running.push(server);
  return server;
}

async function ask(server: LocalPostgres, query: string): Promise<unknown[]> {
  const sql = postgres(server.url('holdfast'), { max: 1 });
  try {
    return await sql.unsafe(query);
  } finally {
    await sql.end();
  }
}

describe('startPostgres', () => {
  it('makes its folder once, keeps the data, and takes over from a server that was left behind', async () => {
    const data = join(folder, 'kept');
    let created = 0;
    const orphan = await start(data, () => void created++);
    await ensureDatabase(orphan, 'holdfast');
    await ensureDatabase(orphan, 'holdfast');
    await ask(orphan, 'create extension btree_gist; create table notes (text text)');
    await ask(orphan, "insert into notes values ('still here')");
    const heir = await start(data, () => void created++);
    expect(await orphan.ended).toBe('exit code 0');
    expect(await ask(heir, 'select text from notes')).toEqual([{ text: 'still here' }]);
    expect(created).toBe(1);
    await heir.stop();
    expect(isRunning(heir.pid)).toBe(false);
  });

  it('asks for the password', async () => {
    const server = await start(join(folder, 'closed'));
    const stranger = postgres(server.url('postgres').replace(/:[^:@]*@/, ':wrong@'), { max: 1 });
    await expect(stranger`select 1`).rejects.toMatchObject({ code: '28P01' });
    await stranger.end();
  });

  it('shows the end of its log when it cannot start', async () => {
    const taken = await start(join(folder, 'first'));
    const port = Number(new URL(taken.url('x')).port);
    const options = { dataFolder: join(folder, 'second'), logFile: join(folder, 'second.log'), port, password: 'x' };
    await expect(startPostgres(options)).rejects.toMatchObject({
      message: expect.stringContaining('PostgreSQL did not start (exit code 1)'),
      advice: expect.stringContaining('Address already in use'),
    });
  });

  it.runIf(process.getuid?.() === 0)('as root, names the folder that keeps PostgreSQL out', async () => {
    const closed = join(folder, 'mode-700');
    await mkdir(closed, { mode: 0o700 });
    await expect(start(join(closed, 'data'))).rejects.toThrow(`the folder ${closed} is closed to others`);
  });
});
