import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimFolder, releaseFolder } from '../../../infra/local/claim-folder.ts';
import { localSecrets } from '../../../infra/local/secrets.ts';

const quiet = (): void => {};
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('localSecrets', () => {
  it('makes secrets once, for their owner alone', async () => {
    const made = await localSecrets(join(folder, 'new'));
    expect(Buffer.from(made.secretKey, 'base64')).toHaveLength(32);
    expect((await stat(join(folder, 'new/secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await localSecrets(join(folder, 'new'))).toEqual(made);
    expect(await localSecrets(join(folder, 'other'))).not.toEqual(made);
  });

  it('does not quietly replace a damaged file', async () => {
    await writeFile(join(folder, 'secrets.json'), '{"secretKey": 1');
    await expect(localSecrets(folder)).rejects.toThrow('damaged');
  });
});

describe('claimFolder', () => {
  it('refuses while another launcher runs there, and forgets one that is gone', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'launch.mjs']);
    await once(other, 'spawn');
    await writeFile(join(folder, 'launcher.pid'), String(other.pid));
    await expect(claimFolder(folder, false, quiet)).rejects.toThrow(`process ${other.pid}`);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await claimFolder(folder, false, quiet);
    await releaseFolder(folder);
    expect(await readdir(folder)).toEqual(['logs']);
  });

  it('is not fooled by another program with the same process id', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(stranger, 'spawn');
    await writeFile(join(folder, 'launcher.pid'), String(stranger.pid));
    await writeFile(join(folder, 'temporal.pid'), String(stranger.pid));
    await claimFolder(folder, false, quiet);
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  });

  it('drops the data with fresh, but not those of stacks at other ports', async () => {
    await mkdir(join(folder, 'postgres'));
    await mkdir(join(folder, 'offset-100'));
    await writeFile(join(folder, 'secrets.json'), '{}');
    await claimFolder(folder, true, quiet);
    expect((await readdir(folder)).sort()).toEqual(['launcher.pid', 'logs', 'offset-100']);
  });

  it('puts the database aside whole before it deletes it: half of one could neither be opened nor replaced', async () => {
    await mkdir(join(folder, 'postgres/base'), { recursive: true });
    const touched = new Set<string | null>();
    const watcher = watch(folder, (_, name) => touched.add(name));
    await claimFolder(folder, true, quiet);
    await vi.waitFor(() => expect(touched).toContain('postgres.old'));
    watcher.close();
    expect((await readdir(folder)).sort()).toEqual(['launcher.pid', 'logs']);
  });

  it.each([false, true])('clears away what an interrupted fresh start has left (fresh: %s)', async (fresh) => {
    for (const path of ['postgres.old/base', 'postgres/base']) await mkdir(join(folder, path), { recursive: true });
    await claimFolder(folder, fresh, quiet);
    expect((await readdir(folder)).sort()).toEqual(['launcher.pid', 'logs', ...(fresh ? [] : ['postgres'])]);
  });
});
