import { setTimeout as delay } from 'node:timers/promises';
import { spinner } from '@clack/prompts';
import { Argument, type Command } from 'commander';
import pc from 'picocolors';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { calendars } from '../../schemas/operations/calendars.ts';
import { CalendarProvider } from '../../schemas/shapes/calendars.ts';
import { CliError, EXIT } from '../exit.ts';
import { openPage } from '../open-page.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

type Listed = OutputOf<typeof calendars.listCalendars>;
type Connection = Listed['calendars'][number];

/** `holdfast calendars connect`: a browser does the rest, and this waits for it. */
export const registerConnect = (all: Command): void => {
  all
    .command('connect')
    .description('Connect an account; you allow it in the browser')
    .addArgument(new Argument('<provider>').choices(CalendarProvider.options))
    .option('--again <id>', 'connect this connection again, and no other account')
    .option('--for <address>', 'with the key of an agent seat: the member whose calendar it is')
    .option('--no-browser', 'do not open a browser; only show the address')
    .option('--no-wait', 'show the address and end')
    .action(action(connect));
};

interface ConnectOptions {
  readonly again?: string;
  readonly for?: string;
  readonly browser: boolean;
  readonly wait: boolean;
}

async function connect(session: Session, provider: CalendarProvider, options: ConnectOptions): Promise<void> {
  const { output } = session;
  const link = await session.keyed().call(calendars.connectCalendar, {
    provider,
    ...(options.again === undefined ? {} : { connectionId: options.again }),
    ...(options.for === undefined ? {} : { forEmail: options.for }),
  });
  if (!options.wait) return output.answer(link, () => output.line(`${link.installUrl}\n${link.instructions}`));
  output.note(`Open ${pc.underline(link.installUrl)}`);
  output.note(`signed in as ${link.targetUser.email}, and allow access there.`);
  await openPage(session, link.installUrl, options.browser && options.for === undefined);
  const { connectionId, connection } = await waitForConsent(session, link);
  output.answer({ connectionId, connection: connection ?? null }, () => {
    output.line(`${pc.bold(connection?.email ?? link.targetUser.email)} is connected.`);
    if (connection?.conflictSource === 'bookings_only') return output.line(BLOCKS_NOTHING);
    const blocking = connection?.calendars.filter(({ blocks }) => blocks).map(({ name }) => name) ?? [];
    if (blocking.length > 0)
      output.line(
        `Blocks your time: ${blocking.join(', ')}. Choose others: holdfast calendars choose ${connectionId}, or the home page`,
      );
  });
}

/** Of a host who chose `bookings_only`, and the command that changes it. */
export const BLOCKS_NOTHING =
  'Blocks nothing: you chose that only bookings make you busy. Let calendars count: holdfast run update_calendar_settings --arg conflictSource=calendar';

const POLL_MS = 2_000;

interface Made {
  readonly connectionId: string;
  /** undefined: of a person whose calendars this key does not see */
  readonly connection: Connection | undefined;
}

/** Polls until the person has consented, or the link has expired. A try that failed is reported; the browser offers another. */
async function waitForConsent(
  session: Session,
  { linkId, expiresAt }: { readonly linkId: string; readonly expiresAt: string },
): Promise<Made> {
  const wheel = session.output.interactive ? spinner() : undefined;
  wheel?.start('Waiting for you in the browser');
  let problem: string | null = null;
  try {
    while (Date.now() < Date.parse(expiresAt) + POLL_MS) {
      await delay(POLL_MS);
      const answer = await poll(session);
      const link = answer?.connecting.find(({ id }) => id === linkId);
      if (answer && link?.state === 'connected' && link.connectionId !== null) {
        wheel?.stop('Connected');
        const { connectionId } = link;
        return { connectionId, connection: answer.calendars.find(({ id }) => id === connectionId) };
      }
      if (link?.state === 'expired') break;
      if (link && link.problem !== problem && link.problem !== null) report(session, wheel, link.problem);
      problem = link?.problem ?? problem;
    }
  } catch (error) {
    wheel?.error('Not connected');
    throw error;
  }
  wheel?.error('Too late');
  throw tooLate(problem);
}

function report({ output }: Session, wheel: ReturnType<typeof spinner> | undefined, problem: string): void {
  const words = `It did not work: ${problem} Try again in the browser, or press Ctrl-C.`;
  if (wheel) wheel.message(words);
  else output.note(words);
}

const tooLate = (problem: string | null): CliError =>
  new CliError({
    error: {
      code: 'request.unprocessable',
      message: `Nothing was connected${problem === null ? ' within 15 minutes' : `: ${problem}`} Run the command again for another link.`,
      details: { reason: problem === null ? 'link_expired' : 'connect_failed' },
    },
  });

/** Retries short failures; the link stays valid. */
async function poll(session: Session): Promise<Listed | undefined> {
  try {
    return await session.keyed().call(calendars.listCalendars, {});
  } catch (error) {
    const passing = error instanceof CliError && [EXIT.unavailable, EXIT.rateLimited].includes(error.exitCode as 7 | 8);
    if (passing) return undefined;
    throw error;
  }
}
