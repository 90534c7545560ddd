import { type Command, Option } from 'commander';
import { members } from '../../schemas/operations/members.ts';
import { teams } from '../../schemas/operations/teams.ts';
import { Role } from '../../schemas/shapes/access.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { minute, more, type PageOptions, paged, pageOf } from './list-options.ts';

/** Who works here: `teams` and `members`. */
export const registerPeople = (program: Command): void => {
  const allTeams = program.command('teams').addHelpText('after', CHANGE_TEAMS);
  paged(allTeams.command('list', { isDefault: true }).description('List them')).action(action(listTeams));
  const people = program.command('members').addHelpText('after', REMOVE);
  paged(people.command('list', { isDefault: true }).description('List them'))
    .option('--invited', 'those who have not accepted yet')
    .action(action(listMembers));
  people
    .command('invite <address>')
    .description('Mail an invitation; it lasts seven days')
    .addOption(new Option('--role <role>', 'default: member; not owner or admin').choices(Role.options))
    .option('--team <id...>', 'teams that they join when they accept')
    .action(action(invite));
  people
    .command('role <id>')
    .description('Change the role of a member')
    .addArgument(people.createArgument('<role>').choices(Role.options))
    .action(action(changeRole));
};

const CHANGE_TEAMS = `
To make or change one: holdfast run create_team, update_team, add_team_member.
holdfast tools create_team shows the arguments.`;
const REMOVE = `
Removing a member decides about their meetings: holdfast tools remove_member shows how.`;

async function listTeams({ output, keyed }: Session, options: PageOptions): Promise<void> {
  const answer = await keyed().call(teams.listTeams, pageOf(options));
  output.answer(answer, () => {
    output.table(
      ['Name', 'Members', 'Events', 'Zone', 'Link', 'Id'],
      answer.teams.map(({ name, members: of, eventTypeCount, timezone, bookingUrl, id }) => [
        ...[name, of.map((one) => one.name).join(', '), String(eventTypeCount), timezone, bookingUrl, id],
      ]),
      'No teams.',
    );
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

interface MembersOptions extends PageOptions {
  readonly invited?: true;
}

async function listMembers({ output, keyed }: Session, { invited, ...page }: MembersOptions): Promise<void> {
  const input = { ...pageOf(page), status: invited ? ('invited' as const) : ('active' as const) };
  const answer = await keyed().call(members.listMembers, input);
  output.answer(answer, () => {
    output.table(
      [invited ? 'Teams' : 'Name', 'Address', 'Role', 'Since (UTC)', 'Id'],
      answer.members.map(({ name, teams: joins, email, role, since, id }) => [
        ...[name ?? joins?.map((team) => team.name).join(', ') ?? '', email, role, minute(since), id],
      ]),
      invited ? 'No open invitations.' : 'No members.',
    );
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

interface InviteOptions {
  readonly role?: Role;
  readonly team?: string[];
}

async function invite({ output, keyed }: Session, email: string, { role, team }: InviteOptions): Promise<void> {
  const answer = await keyed().call(members.inviteMember, { email, role, teams: team });
  const { role: as, expiresAt, teams: joins } = answer.member;
  const into = joins?.length ? ` to ${joins.map(({ name }) => name).join(', ')}` : '';
  output.answer(answer, () => output.line(`${email} is invited${into} as ${as}, until ${minute(expiresAt)} UTC.`));
}

async function changeRole({ output, keyed }: Session, id: string, role: Role): Promise<void> {
  const answer = await keyed().call(members.updateMemberRole, { id, role });
  output.answer(answer, () => output.line(`${answer.member.email} is ${answer.member.role} now.`));
}
