import type { Command } from 'commander';
import { type ApiClient, type Caller, createClient, type Endpoints } from './client.ts';
import { CliError, usageError } from './exit.ts';
import { pathsOf } from './fields.ts';
import { createOutput, type Output } from './output.ts';
import { type Profile, ProfileStore } from './profiles.ts';
import { unknownVariables } from './unknown-variables.ts';

const LOCAL = { appUrl: 'http://localhost:3000', publicUrl: 'http://localhost:3001' } as const;

/** What every command needs: servers, key and output. */
export interface Session {
  readonly output: Output;
  readonly profiles: ProfileStore;
  /** The profile named by option or variable; undefined: the current one. */
  readonly profileName: string | undefined;
  /** The stored profile of that name, even if this command calls another server. */
  readonly profile: Profile | undefined;
  readonly endpoints: Endpoints;
  /** Client for guests' operations; they need no key. */
  readonly guest: ApiClient;
  /** @throws CliError auth.required if there is no key for this app. A profile's key is sent to its own server only */
  caller(): Caller;
  /** Client for the workspace's operations. @throws CliError auth.required, as `caller` */
  keyed(): ApiClient;
}

interface GlobalOptions {
  readonly json?: true;
  readonly fields?: string;
  readonly profile?: string;
  readonly url?: string;
  readonly publicUrl?: string;
}

/** Reads the global options of a command, then the environment, then the profile. The first value found wins. */
export async function openSession(command: Command, env: NodeJS.ProcessEnv): Promise<Session> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const fields = options.fields === undefined ? undefined : pathsOf(options.fields);
  const profiles = new ProfileStore(env.HOLDFAST_CONFIG_DIR);
  const profileName = options.profile ?? (env.HOLDFAST_PROFILE || undefined);
  const { name, profile } = await profiles.find(profileName);
  const appUrl = origin(options.url ?? (env.HOLDFAST_URL || profile?.appUrl || LOCAL.appUrl), '--url');
  // A profile of another server gives neither key nor booking pages here.
  const own = profile && new URL(profile.appUrl).origin === appUrl ? profile : undefined;
  const publicUrl = options.publicUrl ?? (env.HOLDFAST_PUBLIC_URL || own?.publicUrl || LOCAL.publicUrl);
  const endpoints = { appUrl, publicUrl: origin(publicUrl, '--public-url') };
  const output = createOutput(options.json === true || fields !== undefined, fields);
  // In JSON the one line on stderr is an error's: that of a missing key says it too.
  const unknown = await unknownVariables(env);
  if (!output.json) for (const warning of unknown) output.note(warning);
  const apiKey = () => {
    const key = env.HOLDFAST_API_KEY || own?.apiKey;
    if (key) return key;
    throw notLoggedIn(appUrl, profile && { name, at: profile.appUrl }, unknown);
  };
  const caller = (): Caller => ({ apiKey: apiKey(), agentIntent: env.HOLDFAST_AGENT_INTENT || undefined });
  return {
    output,
    profiles,
    profileName,
    profile,
    endpoints,
    guest: createClient(endpoints),
    caller,
    keyed: () => createClient(endpoints, caller()),
  };
}

const notLoggedIn = (
  appUrl: string,
  other: { name: string; at: string } | undefined,
  unknown: readonly string[],
): CliError => {
  const message = other
    ? `Not logged in to ${appUrl}: profile ${other.name} belongs to ${other.at}. Remove --url and HOLDFAST_URL, or run: holdfast login --url ${appUrl}`
    : 'Not logged in. Run: holdfast login (or set HOLDFAST_API_KEY)';
  const said = [message, ...unknown].join('. ');
  return new CliError({ error: { code: 'auth.required', message: said, details: { reason: 'key_missing' } } });
};

const origin = (text: string, option: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usageError(`${option} must be an http or https address, such as ${LOCAL.appUrl}`);
  }
  return new URL(text).origin;
};
