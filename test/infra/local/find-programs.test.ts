import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStripeMock } from '../../../infra/local/find-stripe-mock.ts';
import { findTemporal, isRecent } from '../../../infra/local/find-temporal.ts';
import { javaMajor } from '../../../infra/local/find-test-server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-find-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function program(path: string, prints: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, `#!/bin/sh\necho '${prints}'\n`);
  await chmod(path, 0o755);
  return path;
}

const find = (path: string): Promise<string> =>
  findTemporal({ env: { PATH: path }, cache: join(folder, 'cache'), say: () => {} });

describe('findTemporal', () => {
  it('takes the one on PATH before the one in the cache', async () => {
    const onPath = await program(join(folder, 'bin/temporal'), 'temporal version 1.4.0 (Server 1.28.0, UI 2.39.0)');
    await program(join(folder, 'cache/temporal-1.5.1/temporal'), 'temporal version 1.5.1');
    expect(await find(join(folder, 'bin'))).toBe(onPath);
  });

  it('takes the one in the cache where PATH has none, or one that is too old', async () => {
    const cached = await program(join(folder, 'cache/temporal-1.5.1/temporal'), 'temporal version 0.0.0-DEV');
    await program(join(folder, 'bin/temporal'), 'temporal version 1.2.9 (Server 1.26.2, UI 2.34.0)');
    expect(await find(join(folder, 'nowhere'))).toBe(cached);
    expect(await find(join(folder, 'bin'))).toBe(cached);
  });
});

describe('findStripeMock', () => {
  const look = (path: string) => findStripeMock({ env: { PATH: path }, cache: join(folder, 'cache'), say: () => {} });

  it('takes the one in the cache, if Stripe’s description is beside it', async () => {
    const cached = await program(join(folder, 'cache/stripe-mock-0.203.0/stripe-mock'), 'stripe-mock');
    await expect(look(join(folder, 'nowhere'))).rejects.toThrow('No stripe-mock was found');
    await writeFile(join(cached, '../spec3.json'), '{}');
    expect(await look(join(folder, 'nowhere'))).toEqual({ program: cached, spec: join(cached, '../spec3.json') });
  });

  it('says why none could be built', async () => {
    await expect(look(join(folder, 'nowhere'))).rejects.toMatchObject({
      advice: expect.stringContaining('no go on PATH'),
    });
    await program(join(folder, 'bin/go'), 'broken');
    await expect(look(`${join(folder, 'bin')}:${process.env.PATH}`)).rejects.toMatchObject({
      advice: expect.stringContaining('names no folder'),
    });
  });
});

it.each([
  ['temporal version 1.3.0 (Server 1.27.1, UI 2.36.0)', true],
  ['temporal version 2.0.0 (Server 2.0.0, UI 3.0.0)', true],
  ['temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)', true],
  ['temporal version 1.2.0 (Server 1.26.2, UI 2.34.0)', false],
  ['temporal version 0.13.0', false],
  ['tctl version 1.18.1', false],
  ['', false],
])('judges "%s" as recent: %s', (said, recent) => {
  expect(isRecent(said)).toBe(recent);
});

it.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['java version "1.8.0_401"', 1],
  ['openjdk version "21" 2023-09-19', 21],
  ['', 0],
])('reads the major version of %s', (said, major) => {
  expect(javaMajor(said)).toBe(major);
});
