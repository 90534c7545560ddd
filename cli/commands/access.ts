import { confirm, isCancel } from '@clack/prompts';
import type { Command } from 'commander';
import pc from 'picocolors';
import { agentSeats } from '../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../schemas/operations/access/api-keys.ts';
import { usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerAccess = (program: Command): void => {
  const keys = program.command('keys').description('API keys that this key may see');
  keys
    .command('list', { isDefault: true })
    .description('List them')
    .option('--cursor <cursor>')
    .action(action(listKeys));
  keys
    .command('revoke <id>')
    .description('Revoke a key, at once and for good')
    .option('--yes', 'do not ask')
    .action(action(revokeKey));
  const seats = program.command('seats').description('Agent seats of the workspace');
  seats
    .command('list', { isDefault: true })
    .description('List them')
    .option('--cursor <cursor>')
    .action(action(listSeats));
  seats
    .command('create <name>')
    .description('Give an agent a seat; its key is shown once')
    .option('--email <address>', "the agent's own inbox")
    .action(action(createSeat));
  seats
    .command('revoke <id>')
    .description('Revoke a seat and its key')
    .option('--yes', 'do not ask')
    .action(action(revokeSeat));
};

const day = (instant: string | null): string => instant?.slice(0, 16).replace('T', ' ') ?? 'never';
const more = (cursor: string | null): string => (cursor ? pc.dim(`More: --cursor ${cursor}`) : '');

async function listKeys(session: Session, options: { cursor?: string }): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(apiKeys.listApiKeys, options);
  output.answer(answer, () => {
    const rows = answer.keys.map(({ id, name, prefix, scopes, lastUsedAt, revokedAt, current }) => [
      `${name}${current ? pc.green(' (this key)') : ''}`,
      `${prefix}…`,
      scopes.join(', '),
      day(lastUsedAt),
      revokedAt ? pc.red('revoked') : 'active',
      id,
    ]);
    output.table(['Name', 'Key', 'Scopes', 'Last used (UTC)', 'State', 'Id'], rows, 'No keys.');
    if (answer.nextCursor) output.line(more(answer.nextCursor));
  });
}

async function revokeKey(session: Session, id: string, options: { yes?: true }): Promise<void> {
  await sure(session, `Revoke key ${id}? It stops working at once.`, options.yes);
  const answer = await session.keyed().call(apiKeys.revokeApiKey, { apiKeyId: id });
  session.output.answer(answer, () => session.output.line(`Key ${id} is revoked.`));
}

async function listSeats(session: Session, options: { cursor?: string }): Promise<void> {
  const { output } = session;
  const answer = await session.keyed().call(agentSeats.listAgentSeats, options);
  output.answer(answer, () => {
    const rows = answer.seats.map(({ id, displayName, agentEmail, createdAt, revokedAt }) => [
      displayName,
      agentEmail ?? '',
      day(createdAt),
      revokedAt ? pc.red('revoked') : 'active',
      id,
    ]);
    output.table(['Name', 'Inbox', 'Since (UTC)', 'State', 'Id'], rows, 'No agent has a seat yet.');
    output.line(`${answer.activeCount} of ${answer.cap} seats in use. ${more(answer.nextCursor)}`.trim());
  });
}

async function createSeat(session: Session, displayName: string, { email }: { email?: string }): Promise<void> {
  const { output } = session;
  const agent = email === undefined ? {} : { agentEmail: email };
  const answer = await session.keyed().call(agentSeats.createAgentSeat, { displayName, ...agent });
  output.answer(answer, () => {
    output.line(`${displayName} has a seat. Its key, shown only once:`);
    output.line(pc.bold(answer.apiKey));
  });
}

async function revokeSeat(session: Session, id: string, options: { yes?: true }): Promise<void> {
  await sure(session, `Revoke seat ${id} and its key?`, options.yes);
  const answer = await session.keyed().call(agentSeats.revokeAgentSeat, { id });
  session.output.answer(answer, () => session.output.line(`Seat ${id} is revoked.`));
}

/** Asks people to confirm. Programs are not asked. */
async function sure({ output }: Session, message: string, yes: true | undefined): Promise<void> {
  if (yes || !output.interactive) return;
  const agreed = await confirm({ message, initialValue: false });
  if (isCancel(agreed) || !agreed) throw usageError('Nothing was revoked.');
}
