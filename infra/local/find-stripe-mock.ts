import { access, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import type { FindOptions } from './find-temporal.ts';
import { LocalStackError } from './local-stack-error.ts';
import { findOnPath, isExecutable, outputOf, programName, runSlowly } from './tools.ts';

const VERSION = '0.203.0';
const GO_MODULE = `github.com/stripe/stripe-mock@v${VERSION}`;
/** Stripe's published description of its API, inside that module. */
const SPEC = ['embedded', 'openapi', 'spec3.json'] as const;

export interface StripeMock {
  readonly program: string;
  readonly spec: string;
}

/**
 * Finds stripe-mock and the description of the API that it checks requests against: in the cache, or by building it with Go. Only tests
 * need them.
 * @throws LocalStackError that says why not
 */
export async function findStripeMock({ env, say, cache = cacheFolder(), signal }: FindOptions): Promise<StripeMock> {
  const folder = join(cache, `stripe-mock-${VERSION}`);
  const found = { program: join(folder, programName('stripe-mock')), spec: join(folder, 'spec3.json') };
  const hasSpec = await access(found.spec).then(
    () => true,
    () => false,
  );
  if (hasSpec && (await isExecutable(found.program))) return found;
  const whyNot = await build(folder, { env, say, cache, ...(signal && { signal }) });
  if (whyNot === undefined) return found;
  throw new LocalStackError('No stripe-mock was found, and none could be built.', `  a Go toolchain: ${whyNot}`);
}

/** @returns why it failed */
async function build(
  folder: string,
  { env, say, signal, cache }: FindOptions & { readonly cache: string },
): Promise<string | undefined> {
  const go = await findOnPath('go', env.PATH ?? '');
  if (go === undefined) return 'no go on PATH';
  say(`Building stripe-mock with ${go} (some seconds, once): go install ${GO_MODULE}`);
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'building-'));
  try {
    const options = { env: { ...env, GOBIN: draft }, say, step: 'Building stripe-mock', ...(signal && { signal }) };
    const failure = await runSlowly(go, ['install', GO_MODULE], options);
    if (failure !== undefined) return `go install failed:\n    ${failure.replaceAll('\n', '\n    ')}`;
    const described = await outputOf(go, ['mod', 'download', '-json', GO_MODULE]);
    const dir = /"Dir": "(.+)"/.exec(described ?? '')?.[1];
    if (dir === undefined) return 'go mod download names no folder';
    await copyFile(join(JSON.parse(`"${dir}"`) as string, ...SPEC), join(draft, 'spec3.json'));
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return undefined;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
