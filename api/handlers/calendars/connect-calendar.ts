import { v7 as uuidv7 } from 'uuid';
import { agentOf } from '../../../domain/access/actor.ts';
import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { findMemberByEmail, makeConnectLink } from '../../../store/calendars/connect-links.ts';
import { readConnection } from '../../../store/calendars/connections.ts';
import { newToken } from '../../auth/session-cookie.ts';
import type { Handler } from '../../core/handler.ts';
import type { HostContext } from '../meetings/host-meeting.ts';
import { connectionRefusal } from './refusals.ts';

type Connect = typeof calendars.connectCalendar;

/** The calendar to connect, and its person; without `forEmail` the caller. */
type Wish = Pick<Input<Connect>, 'provider'> & Partial<Input<Connect>>;

interface Target {
  readonly id: string;
  readonly email: string;
}

export const connectCalendar: Handler<Connect> = (context, input) => linkCalendar(context, input);

/** Makes a link for one person's browser. Nothing is connected before they have consented at the provider. */
export async function linkCalendar(context: HostContext, input: Wish): Promise<Output<Connect>> {
  const { sql, actor, urls } = context;
  const label = requireProvider(context, input);
  const target = await targetOf(context, input.forEmail);
  await requireReconnectable(context, input, target);
  const [id, token] = [uuidv7(), newToken()];
  const expiresAt = await makeConnectLink(sql, {
    id,
    tokenHash: tokenHash(token),
    userId: target.id,
    workspaceId: actor.workspaceId,
    provider: input.provider,
    reconnectsId: input.connectionId ?? null,
    redirectAfter: input.redirectAfter ?? null,
    apiKeyId: actor.kind === 'key' ? actor.keyId : null,
    agentPrincipalId: agentOf(actor),
  });
  return {
    linkId: id,
    installUrl: `${urls.appUrl}/calendars/connect/${token}`,
    expiresAt: expiresAt.toISOString(),
    targetUser: target,
    instructions: `Show installUrl to ${target.email}. They open it in a browser within 15 minutes, signed in as ${target.email}, and allow ${label} to share their calendars. It works once, and for nobody else. list_calendars shows the account when it is done.`,
    viaAgentSeat: actor.kind === 'key' && actor.seat !== null,
  };
}

/** Returns the name of the provider. @throws AppError request.unprocessable (not_configured) */
function requireProvider({ calendarConsents }: HostContext, { provider }: Wish): string {
  const label = calendarConsents.get(provider)?.label;
  if (label !== undefined) return label;
  throw new AppError(
    'request.unprocessable',
    `This installation is not registered at ${provider}, so nobody can connect a calendar there. Its operator finds how in docs/calendars.md.`,
    { reason: 'not_configured', field: 'provider', configured: [...calendarConsents.keys()] },
  );
}

/**
 * Returns the person whose calendar is connected. A seat acts as the person who approved it, and may name another member.
 * @throws AppError auth.forbidden (seat_required), resource.not_found (member_not_found)
 */
async function targetOf({ sql, actor }: HostContext, forEmail: string | undefined): Promise<Target> {
  if (forEmail === undefined) return { id: actor.userId, email: (await readPerson(sql, actor.userId)).email };
  if (actor.kind !== 'key' || actor.seat === null)
    throw new AppError(
      'auth.forbidden',
      'Only the key of an agent seat sends forEmail. Leave it out to connect a calendar of your own.',
      { reason: 'seat_required', field: 'forEmail' },
    );
  const member = await findMemberByEmail(sql, { workspaceId: actor.workspaceId, email: forEmail });
  if (member) return member;
  throw new AppError('resource.not_found', 'No member of this workspace has this address. list_members has them.', {
    reason: 'member_not_found',
    field: 'forEmail',
  });
}

/** @throws AppError resource.not_found, request.unprocessable (other_provider) */
async function requireReconnectable(
  { sql, actor }: HostContext,
  { connectionId, provider }: Wish,
  target: Target,
): Promise<void> {
  if (connectionId === undefined) return;
  const connection = await readConnection(sql, { connectionId, userId: target.id });
  if (!connection || connection.status === 'revoked') throw connectionRefusal(actor, 'nobody');
  if (connection.provider === provider) return;
  throw new AppError('request.unprocessable', `This connection is an account of ${connection.provider}.`, {
    reason: 'other_provider',
    field: 'provider',
  });
}
