import type { Command } from 'commander';
import pc from 'picocolors';
import { apiKeys } from '../../schemas/api-keys.ts';
import { workspace } from '../../schemas/workspace.ts';
import { CliError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerAccount = (program: Command): void => {
  program
    .command('logout')
    .description('Revoke the key of this profile and forget it')
    .option('--keep-key', 'forget it here, but leave it valid')
    .action(action(logout));
  program.command('whoami').description('Where the key acts, as whom, and what it may do').action(action(whoami));
  program.command('calendars').description('The connected calendars').action(action(calendars));
};

async function logout(session: Session, { keepKey }: { keepKey?: true }): Promise<void> {
  const { output, profiles } = session;
  const { current, profiles: known } = await profiles.read();
  const name = session.profileName ?? current;
  if (!known[name]) {
    return output.answer({ profile: name, loggedOut: false }, () => output.line('You are not logged in.'));
  }
  if (!keepKey) await revokeOwnKey(session);
  await profiles.remove(name);
  output.answer({ profile: name, loggedOut: true, keyRevoked: !keepKey }, () =>
    output.line(
      keepKey ? `Forgot profile ${name}; its key still works.` : `Logged out of ${name}; its key is revoked.`,
    ),
  );
}

/** A key that is dead already needs no revoking. */
async function revokeOwnKey(session: Session): Promise<void> {
  const client = session.keyed();
  try {
    let cursor: string | undefined;
    do {
      const page = await client.call(apiKeys.listApiKeys, { limit: 100, ...(cursor ? { cursor } : {}) });
      const own = page.keys.find(({ current }) => current);
      if (own) {
        await client.call(apiKeys.revokeApiKey, { apiKeyId: own.id });
        return;
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  } catch (error) {
    if (!(error instanceof CliError && error.envelope.error.code === 'auth.required')) throw error;
  }
}

async function whoami(session: Session): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(workspace.getWorkspace, {});
  output.answer(answer, () => {
    const { workspace: where, user, membership, credential, links } = answer;
    output.line(`${pc.bold(user.name)} <${user.email}>, ${membership.role} of ${pc.bold(where.name)} (${where.slug})`);
    output.line(`Plan: ${where.plan} (${where.subscriptionStatus})`);
    output.line(
      `With: ${credential.kind} “${credential.name}”, scopes ${credential.scopes.join(', ') || 'of your role'}`,
    );
    output.line(`Booking page: ${links.bookingPage}`);
    for (const { name, url, durationMinutes } of links.eventTypes)
      output.line(`  ${name} (${durationMinutes} min): ${url}`);
  });
}

async function calendars(session: Session): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(workspace.listCalendars, {});
  output.answer(answer, () =>
    output.table(
      ['Provider', 'Address', 'Status', 'Id'],
      answer.calendars.map(({ provider, email, seatStatus, id }) => [provider, email, seatStatus, id]),
      'No calendar is connected: bookings alone keep you busy.',
    ),
  );
}
