import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../infra/local/cache-folder.ts';

const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const NODE_VERSION = '22.23.3';

export interface Beside {
  /** The Node 22 that the program needs. */
  readonly node: string;
  readonly program: string;
}

interface Wanted {
  readonly name: string;
  readonly version: string;
  /** The program inside the package. */
  readonly path: string;
}

/** Installs a heavy package with its own Node 22 into the user's cache folder, once, never into the checkout. */
export function installBeside({ name, version, path }: Wanted): Beside {
  const folder = cacheFolder(`${name.replace(/^.*\//, 'mcp-')}-${version}`);
  const modules = join(folder, 'node_modules');
  const node = join(modules, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const program = join(modules, name, path);
  if (existsSync(node) && existsSync(program)) return { node, program };
  console.log(`Installing ${name} and Node 22 into ${folder} (once, about half a minute) …`);
  mkdirSync(folder, { recursive: true });
  // npm uses the nearest package.json above. Without one here it would install elsewhere.
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const packages = [`${name}@${version}`, `${NODE_PACKAGE}@${NODE_VERSION}`];
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install ${name}:\n${stderr}`);
  return { node, program };
}
