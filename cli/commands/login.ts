import { setTimeout as delay } from 'node:timers/promises';
import { spinner } from '@clack/prompts';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { deviceAuthorization } from '../../schemas/operations/access/device-authorization.ts';
import type { ApiClient } from '../client.ts';
import { clientName } from '../client-name.ts';
import { CliError, EXIT, usageError } from '../exit.ts';
import { openPage } from '../open-page.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { loginByKey } from './login-by-key.ts';
import { loginByMail, type MailLoginOptions } from './login-by-mail.ts';
import { type Granted, refuseOtherServer, storeLogin } from './store-login.ts';

interface LoginOptions extends MailLoginOptions {
  readonly browser: boolean;
  readonly withKey?: true;
  readonly scope?: string[];
}

/** Agents try it. */
const NO_SCOPE =
  'A login has no --scope: it may do what its person may. For a key that may do less: holdfast seats create <name> --scope workspace.read, then holdfast login --with-key.';

/** How long one poll waits for the decision. The answer comes as soon as the decision is made. */
const WAIT_SECONDS = 20;

export const registerLogin = (program: Command): void => {
  program
    .command('login')
    .option('--name <agent>', 'name of the key in the list of keys')
    .option('--no-browser', 'do not open a browser; only show the address')
    .option('--email <address>', 'sign in by a code that is mailed here, without a browser')
    .option(
      '--operator <address>',
      'with --email, if that is an agent’s inbox that owns no workspace: the address of the person who decides',
    )
    .option('--with-key', 'store a key that you have: a line of standard input, or typed in a terminal')
    .option('--workspace <id>', 'with --email: the workspace of the key')
    .addOption(new Option('--scope <scope...>').hideHelp())
    .action(action(login));
};

async function login(session: Session, options: LoginOptions): Promise<void> {
  const { output, guest, profiles } = session;
  if (options.scope !== undefined) throw usageError(NO_SCOPE);
  await profiles.prepare(session.profileName);
  refuseOtherServer(session);
  if (options.withKey) return storeLogin(session, await loginByKey(session, options));
  if (options.email !== undefined) return storeLogin(session, await loginByMail(session, options.email, options));
  if (options.operator !== undefined || options.workspace !== undefined)
    throw usageError('--operator and --workspace need --email. In the browser you choose the workspace there.');
  const device = await guest.call(deviceAuthorization.registerDevice, {
    clientName: clientName(),
    ...(options.name === undefined ? {} : { agentName: options.name }),
  });
  output.note(`Open ${pc.underline(device.verificationUrl)}`);
  output.note(`and compare the code: ${pc.bold(device.userCode)}`);
  await openPage(session, device.verificationUrl, options.browser);
  const granted = await waitForDecision(guest, device, output.interactive);
  await storeLogin(session, granted);
}

/** The part of the `registerDevice` answer that polling needs. */
interface Device {
  readonly deviceCode: string;
  /** Seconds. */
  readonly interval: number;
  /** Seconds. */
  readonly expiresIn: number;
}

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
    const input = { device_code: deviceCode, waitSeconds: WAIT_SECONDS };
    return await guest.call(deviceAuthorization.pollDevice, input, 'once');
  } catch (error) {
    const passing = error instanceof CliError && [EXIT.unavailable, EXIT.rateLimited].includes(error.exitCode as 7 | 8);
    if (passing) return undefined;
    throw error;
  }
}

const refused = (reason: string, message: string): CliError =>
  new CliError({ error: { code: 'auth.forbidden', message, details: { reason } } });
