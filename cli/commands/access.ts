import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { Output } from '../../schemas/operation.ts';
import { agentSeats } from '../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../schemas/operations/access/api-keys.ts';
import { Role, Scope } from '../../schemas/shapes/access.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { minute, more } from './list-options.ts';
import { sure } from './sure.ts';

const WEBHOOKS = 'also switch off the webhooks that it set';

export const registerAccess = (program: Command): void => {
  const keys = program.command('keys');
  keys
    .command('list', { isDefault: true })
    .description('List them')
    .option('--cursor <cursor>')
    .action(action(listKeys));
  keys
    .command('revoke <id>')
    .description('Revoke a key with all that was made with it, at once and for good')
    .option('--webhooks', WEBHOOKS)
    .option('--yes', 'do not ask')
    .action(action(revokeKey));
  const seats = program.command('seats');
  seats
    .command('list', { isDefault: true })
    .description('List them')
    .option('--cursor <cursor>')
    .action(action(listSeats));
  seats
    .command('create <name>')
    .description('Give an agent a seat; its key is shown once')
    .option('--email <address>', "the agent's own inbox")
    .addOption(
      new Option('--scope <scope...>', 'workspace.act (default): all that its role may do').choices(Scope.options),
    )
    .addOption(new Option('--role <role>', 'at most yours, which is the default').choices(Role.options))
    .option(
      '--expires <instant>',
      'when it ends, such as 2027-01-31T00:00:00Z; at the latest with the key that makes it',
    )
    .action(action(createSeat));
  seats
    .command('revoke <id>')
    .description('Revoke a seat, its key and all that was made with it')
    .option('--webhooks', WEBHOOKS)
    .option('--yes', 'do not ask')
    .action(action(revokeSeat));
};

type Revoked = Pick<Output<typeof apiKeys.revokeApiKey>, 'ended' | 'kept'>;

interface RevokeOptions {
  readonly yes?: true;
  readonly webhooks?: true;
}

async function listKeys(session: Session, options: { cursor?: string }): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(apiKeys.listApiKeys, options);
  output.answer(answer, () => {
    const rows = answer.keys.map(({ id, name, prefix, scopes, lastUsedAt, revokedAt, current }) => [
      `${name}${current ? pc.green(' (this key)') : ''}`,
      `${prefix}…`,
      scopes.join(', '),
      minute(lastUsedAt),
      revokedAt ? pc.red('revoked') : 'active',
      id,
    ]);
    output.table(['Name', 'Key', 'Scopes', 'Last used (UTC)', 'State', 'Id'], rows, 'No keys.');
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

async function revokeKey(session: Session, id: string, options: RevokeOptions): Promise<void> {
  await sure(
    session,
    `Revoke key ${id}? It stops working at once, with all seats and open invitations made with it.`,
    options.yes,
  );
  const answer = await session.keyed().call(apiKeys.revokeApiKey, { apiKeyId: id, ...alsoWebhooks(options) });
  session.output.answer(answer, () => session.output.line(`Key ${id} is revoked.${alsoEnded(answer)}`));
}

async function listSeats(session: Session, options: { cursor?: string }): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(agentSeats.listAgentSeats, options);
  output.answer(answer, () => {
    const rows = answer.seats.map(({ id, displayName, agentEmail, scopes, role, createdAt, expiresAt, revokedAt }) => [
      displayName,
      agentEmail ?? '',
      `${role ?? 'none'}, ${scopes.join(' ')}`,
      minute(createdAt),
      minute(expiresAt),
      revokedAt ? pc.red('revoked') : 'active',
      id,
    ]);
    output.table(
      ['Name', 'Inbox', 'May', 'Since (UTC)', 'Ends (UTC)', 'State', 'Id'],
      rows,
      'No agent has a seat yet.',
    );
    output.line(`${answer.activeCount} of ${answer.cap} seats in use. ${more(answer.nextCursor)}`.trim());
  });
}

interface SeatOptions {
  readonly email?: string;
  readonly scope?: Scope[];
  readonly role?: Role;
  readonly expires?: string;
}

async function createSeat(session: Session, displayName: string, options: SeatOptions): Promise<void> {
  const { output } = session;
  const { email: agentEmail, scope: scopes, role, expires: expiresAt } = options;
  const answer = await session
    .keyed()
    .call(agentSeats.createAgentSeat, { displayName, agentEmail, scopes, role, expiresAt });
  output.answer(answer, () => {
    output.line(`${displayName} has a seat. Its key, shown only once:`);
    output.line(pc.bold(answer.apiKey));
  });
}

async function revokeSeat(session: Session, id: string, options: RevokeOptions): Promise<void> {
  await sure(session, `Revoke seat ${id} and its key?`, options.yes);
  const answer = await session.keyed().call(agentSeats.revokeAgentSeat, { id, ...alsoWebhooks(options) });
  session.output.answer(answer, () => session.output.line(`Seat ${id} is revoked.${alsoEnded(answer)}`));
}

const alsoWebhooks = ({ webhooks }: RevokeOptions) => (webhooks ? { alsoDisableWebhooks: true } : {});

/** What ended besides the key itself, and what goes on; empty: nothing. */
function alsoEnded({ ended: all, kept }: Revoked): string {
  const { keyCount, seatCount, invitationCount, memberCount, testBookingCount, webhookCount } = all;
  const parts = [
    keyCount > 1 && `${keyCount - 1} keys made below it`,
    seatCount > 0 && `${seatCount} seats`,
    invitationCount > 0 && `${invitationCount} open invitations`,
    testBookingCount > 0 && `${testBookingCount} test bookings`,
    webhookCount > 0 && `${webhookCount} webhooks`,
  ].filter((part) => part !== false);
  const ended = parts.length === 0 ? '' : ` Also ended: ${parts.join(', ')}.`;
  const members =
    memberCount === 0 ? '' : ` ${memberCount} members joined by its invitations and stay: --json lists them.`;
  const hosts = [...new Set(kept.webhooks.map(({ host }) => host))].join(', ');
  const stay =
    kept.webhookCount === 0
      ? ''
      : ` Webhooks that it set still send to ${hosts}: call again with --webhooks to switch them off.`;
  return `${ended}${members}${stay}`;
}
