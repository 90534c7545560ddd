import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A user of the machine may have a network of their own where the kernel allows it. */
function whyNot(): string | null {
  try {
    execFileSync('unshare', ['-rnm', 'sh', '-c', 'ip link set lo up'], { stdio: 'pipe' });
    return null;
  } catch {
    return 'it needs Linux with `ip` and `unshare -rnm`: a network of its own, where a public address leads to this machine';
  }
}

const reason = whyNot();
if (reason) process.stderr.write(`Skipped: the dialler as in production. ${reason}.\n`);

const SCRIPT = fileURLToPath(new URL('../support/stack/own-network.ts', import.meta.url));
const CASES = [
  // A name by the DNS, its checked address dialled at port 443, TLS by the name, and a redirect.
  ['https://acme-robotics.com/', '200 www.acme-robotics.com'],
  ['http://data.iana.org/', '404 data.iana.org'],
  // An address in place of a name, also if it is public, and names that are not.
  ['http://11.22.33.44/', 'forbidden_address'],
  ['https://fault-tls.com/', 'tls'],
  ['https://fault-mixed.com/', 'forbidden_address'],
  ['https://fault-private.com/', 'forbidden_address'],
  ['http://127.0.0.1/', 'forbidden_address'],
  ['http://[::1]/', 'forbidden_address'],
  ['http://localhost/', 'forbidden_address'],
  ['http://printer.local/', 'forbidden_address'],
  ['https://no-such-name-here.com/', 'not_found'],
  // The first time public, then 127.0.0.1, where something would answer.
  ['https://fault-rebind.com/', '200 fault-rebind.com'],
  ['https://fault-rebind.com/', 'forbidden_address'],
] as const;

describe.skipIf(reason !== null)('the fetch without a stand-in, as in production', () => {
  let folder: string;
  let seen: { answers: string[]; untrusted: string[]; dialled: string[] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-network-'));
    await writeFile(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
    const setUp = [
      'ip link set lo up',
      'ip addr add 11.22.33.44/32 dev lo',
      `mount --bind ${join(folder, 'resolv.conf')} /etc/resolv.conf`,
      `exec "$0" --import tsx ${SCRIPT} serve ${folder} ${CASES.map(([url]) => `'${url}'`).join(' ')}`,
    ].join(' && ');
    const run = promisify(execFile);
    const { stdout } = await run('unshare', ['-rnm', 'sh', '-c', setUp, process.execPath], { timeout: 60_000 });
    seen = JSON.parse(stdout);
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(CASES.map(([url, outcome], nth) => ({ url, outcome, nth })))('$url: $outcome', ({ outcome, nth }) => {
    expect(seen.answers[nth]).toBe(outcome);
  });

  it('dials the checked addresses alone', () => {
    expect([...seen.dialled].sort()).toEqual(['11.22.33.44:443', '11.22.33.44:80']);
  });

  it('trusts the authorities of Node alone', () => expect(seen.untrusted).toEqual(['tls']));
});
