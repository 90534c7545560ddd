import type { Command } from 'commander';
import { type ApiClient, createClient, type Endpoints } from './client.ts';
import { CliError, usageError } from './exit.ts';
import { createOutput, type Output } from './output.ts';
import { type Profile, ProfileStore } from './profiles.ts';

const LOCAL = { appUrl: 'http://localhost:3000', publicUrl: 'http://localhost:3001' } as const;

/** What every command works with: where to call, with which key, and where the answer goes. */
export interface Session {
  readonly output: Output;
  readonly profiles: ProfileStore;
  readonly profileName: string | undefined;
  readonly profile: Profile | undefined;
  readonly endpoints: Endpoints;
  readonly apiKey: string | undefined;
  /** For operations of guests, which need no key. */
  readonly guest: ApiClient;
  /** For operations of the workspace. @throws CliError auth.required when there is no key */
  keyed(): ApiClient;
}

interface GlobalOptions {
  readonly json?: true;
  readonly profile?: string;
  readonly url?: string;
  readonly publicUrl?: string;
}

/** Reads the global options of a command, then the environment, then the profile; the first that says something counts. */
export async function openSession(command: Command, env: NodeJS.ProcessEnv): Promise<Session> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const profiles = new ProfileStore(env.HOLDFAST_CONFIG_DIR);
  const profileName = options.profile ?? env.HOLDFAST_PROFILE;
  const profile = await profiles.find(profileName);
  const apiKey = env.HOLDFAST_API_KEY || profile?.apiKey;
  const endpoints = {
    appUrl: origin(options.url ?? env.HOLDFAST_URL ?? profile?.appUrl ?? LOCAL.appUrl, '--url'),
    publicUrl: origin(
      options.publicUrl ?? env.HOLDFAST_PUBLIC_URL ?? profile?.publicUrl ?? LOCAL.publicUrl,
      '--public-url',
    ),
  };
  return {
    output: createOutput(options.json === true),
    profiles,
    profileName,
    profile,
    endpoints,
    apiKey,
    guest: createClient(endpoints, undefined),
    keyed() {
      if (apiKey) return createClient(endpoints, apiKey);
      const message = 'Not logged in. Run: holdfast login (or set HOLDFAST_API_KEY)';
      throw new CliError({ error: { code: 'auth.required', message, details: { reason: 'key_missing' } } });
    },
  };
}

const origin = (text: string, option: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usageError(`${option} must be an http or https address, such as ${LOCAL.appUrl}`);
  }
  return new URL(text).origin;
};
