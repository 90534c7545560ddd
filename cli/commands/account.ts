import type { Command } from 'commander';
import pc from 'picocolors';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import { revokeKeyOf } from '../own-key.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerAccount = (program: Command): void => {
  program.command('logout').option('--keep-key', 'forget it here, but leave it valid').action(action(logout));
  program.command('whoami').action(action(whoami));
};

async function logout({ output, profiles, profileName }: Session, { keepKey }: { keepKey?: true }): Promise<void> {
  const { name, profile } = await profiles.find(profileName);
  if (!profile) {
    return output.answer({ profile: name, loggedOut: false }, () => output.line('You are not logged in.'));
  }
  const key = keepKey ? 'kept' : await revokeKeyOf(profile);
  await profiles.remove(name);
  output.answer({ profile: name, loggedOut: true, key }, () => output.line(LOGGED_OUT[key](name)));
}

const LOGGED_OUT = {
  kept: (name: string) => `Forgot profile ${name}; its key still works.`,
  revoked: (name: string) => `Logged out of ${name}; its key is revoked.`,
  dead: (name: string) => `Logged out of ${name}; its key no longer worked.`,
};

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
