import { setTimeout as delay } from 'node:timers/promises';
import { spinner } from '@clack/prompts';
import type { Command } from 'commander';
import pc from 'picocolors';
import { deviceAuthorization } from '../../schemas/operations/access/device-authorization.ts';
import { calendars } from '../../schemas/operations/calendars.ts';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import { type ApiClient, createClient } from '../client.ts';
import { clientName } from '../client-name.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import { openPage } from '../open-page.ts';
import { revokeKeyOf } from '../own-key.ts';
import { NAME_LENGTH, type Profile } from '../profiles.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

interface LoginOptions {
  readonly name?: string;
  readonly browser: boolean;
}

/** How long one poll waits for the decision. The answer comes as soon as the decision is made. */
const WAIT_SECONDS = 20;
/** Characters of a key that lists show. */
const KEY_PREFIX_LENGTH = 16;

export const registerLogin = (program: Command): void => {
  program
    .command('login')
    .description('Get a workspace key; you approve it in the browser')
    .option('--name <agent>', 'name of the key in the list of keys')
    .option('--no-browser', 'do not open a browser; only show the address')
    .action(action(login));
};

async function login(session: Session, options: LoginOptions): Promise<void> {
  const { output, guest, endpoints, profiles } = session;
  await profiles.prepare(session.profileName);
  refuseOtherServer(session);
  const device = await guest.call(deviceAuthorization.registerDevice, {
    clientName: clientName(),
    ...(options.name === undefined ? {} : { agentName: options.name }),
  });
  output.note(`Open ${pc.underline(device.verificationUrl)}`);
  output.note(`and compare the code: ${pc.bold(device.userCode)}`);
  await openPage(session, device.verificationUrl, options.browser);
  const granted = await waitForDecision(guest, device, output.interactive);
  const profile: Profile = { ...endpoints, ...granted };
  const name = session.profileName ?? freeName((await profiles.read()).profiles, profile);
  const { profile: replaced } = await profiles.find(name);
  // The key is sent once: store it before anything that may fail.
  await profiles.save(name, profile);
  await profiles.save(name, { ...profile, publicUrl: await publicOrigin(session, granted.apiKey) });
  const replacedKey = replaced && (await revokeReplaced(session, replaced));
  const { workspace: where, user } = granted;
  const hasCalendar = await isConnected(session, granted);
  output.answer({ profile: name, workspace: where, user, ...(replacedKey ? { replacedKey } : {}) }, () => {
    output.line(`Logged in to ${pc.bold(where.name)} as ${user.email}, profile ${name}.`);
    output.line(`The key is stored in ${profiles.file}`);
    if (!hasCalendar)
      output.line(
        'Connect a calendar, so that guests see only times at which you are free: holdfast calendars connect google',
      );
  });
}

/** True if the person has connected a calendar, also if that cannot be found out: the login itself has worked. */
const isConnected = async ({ endpoints }: Session, { apiKey, user }: Granted): Promise<boolean> =>
  createClient(endpoints, apiKey)
    .call(calendars.listCalendars, {})
    .then(
      (listed) => listed.calendars.some(({ host }) => host.id === user.id),
      () => true,
    );

/** Refuses to overwrite a profile of another server: its key would be lost and stay valid. */
function refuseOtherServer({ profileName, profile, endpoints }: Session): void {
  if (profileName === undefined || !profile || profile.appUrl === endpoints.appUrl) return;
  throw usageError(
    `Profile ${profileName} belongs to ${profile.appUrl}. Choose another --profile, or run: holdfast logout --profile ${profileName}`,
  );
}

/** The workspace's slug, with a number if the name is taken. One person in one workspace has one profile. */
function freeName(known: Readonly<Record<string, Profile>>, { appUrl, workspace: where, user }: Profile): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = where.slug.slice(0, NAME_LENGTH - suffix.length) + suffix;
    const taken = Object.hasOwn(known, name) ? known[name] : undefined;
    const isSame = taken?.appUrl === appUrl && taken.workspace.id === where.id && taken.user.id === user.id;
    if (!taken || isSame) return name;
  }
}

/** The new key is stored, so a failure here is only reported: the old key may still work. */
async function revokeReplaced({ output }: Session, replaced: Profile): Promise<'revoked' | 'dead' | 'kept'> {
  try {
    const outcome = await revokeKeyOf(replaced);
    if (outcome === 'revoked') output.note('The previous key of this profile is revoked.');
    return outcome;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const begin = replaced.apiKey.slice(0, KEY_PREFIX_LENGTH);
    output.note(`The previous key of this profile (${begin}…) may still work: ${why} Revoke it: holdfast keys`);
    return 'kept';
  }
}

/** The part of the `registerDevice` answer that polling needs. */
interface Device {
  readonly deviceCode: string;
  /** Seconds. */
  readonly interval: number;
  /** Seconds. */
  readonly expiresIn: number;
}

type Granted = Pick<Profile, 'apiKey' | 'workspace' | 'user'>;

/** Polls until the person has decided. Waits at least the interval from the start of the last poll (RFC 8628, 3.5). */
async function waitForDecision(guest: ApiClient, device: Device, interactive: boolean): Promise<Granted> {
  const wheel = interactive ? spinner() : undefined;
  wheel?.start('Waiting for your approval in the browser');
  let intervalMs = device.interval * 1_000;
  const overMs = Date.now() + device.expiresIn * 1_000;
  let beganMs = Number.NEGATIVE_INFINITY;
  try {
    while (Date.now() < overMs) {
      // slow_down applies from the poll that it answers.
      await delay(Math.max(0, beganMs + intervalMs - Date.now()));
      beganMs = Date.now();
      const answer = await poll(guest, device.deviceCode);
      if (answer?.status === 'slow_down') intervalMs = (answer.interval ?? intervalMs / 1_000 + 5) * 1_000;
      if (answer?.status === 'denied') throw refused('denied', 'The request was denied in the browser.');
      if (answer?.status === 'expired') break;
      if (answer?.apiKey && answer.workspace && answer.user) {
        wheel?.stop('Allowed');
        return { apiKey: answer.apiKey, workspace: answer.workspace, user: answer.user };
      }
    }
  } catch (error) {
    wheel?.error('Not allowed');
    throw error;
  }
  wheel?.error('Too late');
  throw refused('expired', 'The code has expired. Run holdfast login again.');
}

/** Retries short network failures; the session stays valid. */
async function poll(guest: ApiClient, deviceCode: string) {
  try {
    return await guest.call(deviceAuthorization.pollDevice, { device_code: deviceCode, waitSeconds: WAIT_SECONDS });
  } catch (error) {
    const passing = error instanceof CliError && [EXIT.unavailable, EXIT.rateLimited].includes(error.exitCode as 7 | 8);
    if (passing) return undefined;
    throw error;
  }
}

const refused = (reason: string, message: string): CliError =>
  new CliError({ error: { code: 'auth.forbidden', message, details: { reason } } });

/** Guests' pages have their own origin; the workspace's links contain it. */
async function publicOrigin({ endpoints }: Session, apiKey: string): Promise<string> {
  try {
    const { links } = await createClient(endpoints, apiKey).call(workspace.getWorkspace, {});
    return new URL(links.bookingPage).origin;
  } catch {
    return endpoints.publicUrl;
  }
}
