import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '../stack/stack.ts';
import type { Cli, CliRun } from './cli.ts';
import { decide } from './device.ts';
import { signIn } from './session.ts';

interface StoredProfile {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly apiKey: string;
}

/** The profiles that the command line tool stores. @throws ENOENT if it has none */
export const profilesOf = async ({
  configDir,
}: Cli): Promise<{ readonly current: string; readonly profiles: Readonly<Record<string, StoredProfile>> }> =>
  JSON.parse(await readFile(join(configDir, 'profiles.json'), 'utf8'));

/** The key of a profile. @throws Error if there is no such profile */
export async function keyOf(cli: Cli, name: string): Promise<string> {
  const { profiles } = await profilesOf(cli);
  const profile = profiles[name];
  if (!profile) throw new Error(`No profile ${name}, but ${Object.keys(profiles).join(', ')}`);
  return profile.apiKey;
}

/** Runs `login`. Ada decides as soon as the code is shown. */
export const login = (stack: Stack, cli: Cli, decision: 'approve' | 'deny', ...args: string[]): Promise<CliRun> =>
  loginInWords(stack, cli, decision, '--json', ...args);

/** The same, as a person reads it. */
export async function loginInWords(
  stack: Stack,
  cli: Cli,
  decision: 'approve' | 'deny',
  ...args: string[]
): Promise<CliRun> {
  const ada = await signIn(stack);
  const decided = new Set<string>();
  return cli.runWatchingStderr(
    (said) => {
      const code = /code: (\S{4}-\S{4})/.exec(said)?.[1];
      if (!code || decided.has(code)) return;
      decided.add(code);
      void decide(stack, ada, code, decision);
    },
    'login',
    '--url',
    stack.appUrl,
    ...args,
  );
}

/** 200 if the API accepts the key, 401 if not. */
export const statusWith = async ({ appUrl }: Stack, apiKey: string): Promise<number> =>
  (await fetch(`${appUrl}/api/v1/workspace`, { headers: { authorization: `Bearer ${apiKey}` } })).status;
