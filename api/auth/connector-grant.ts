import type { KeyActor } from '../../domain/access/actor.ts';
import { AppError } from '../../schemas/errors.ts';
import { findConnectorKey } from '../../store/access/api-keys.ts';
import type { AuthParts } from './auth-parts.ts';
import type { Credentials } from './credentials.ts';
import { workspaceDeleted } from './stopped-workspace.ts';

export type GrantCredentials = Extract<Credentials, { kind: 'grant' }>;

const required = (reason: string, message: string): AppError => new AppError('auth.required', message, { reason });

/** 403: what agents do for other people needs a secret that the agent keeps. An app acts for the person who connected it. */
export const keyNeeded = (): AppError =>
  new AppError(
    'auth.forbidden',
    'A connected app acts for the person who connected it, and for nobody else. This needs a workspace key.',
    { reason: 'key_needed' },
  );

/** 403: an app acts as long as its connection lasts, and makes no keys for later. */
export const notForApps = (): AppError =>
  new AppError(
    'auth.forbidden',
    'A connected app makes no keys: the person who connected it allowed this app, and no other access. Ask them to add an agent under Settings, Keys and seats, or to give the agent that needs it a connection of its own.',
    { reason: 'not_for_apps' },
  );

/**
 * The app of a grant, with the person's role of now, and at most what both token and grant allow. One look-up, so that an end counts at once.
 * @throws AppError auth.required (token_invalid, token_expired, grant_ended, workspace_deleted)
 */
export async function holderOfGrant({ sql }: AuthParts, { access, isExpired }: GrantCredentials): Promise<KeyActor> {
  if (isExpired) throw required('token_expired', 'This access token is expired. Get another with the refresh token.');
  if (access === null) {
    throw required(
      'token_invalid',
      'This is no access token for this connector: it is cut off, of another server, or an API key. Sign in by OAuth; the header WWW-Authenticate says where. API keys work at the in-app MCP endpoint.',
    );
  }
  const found = await findConnectorKey(sql, access.grantId);
  if (found?.state === 'stopped') throw workspaceDeleted(found.eraseAt);
  if (found?.state !== 'active' || found.actor.userId !== access.userId) {
    throw required(
      'grant_ended',
      'This connection was ended: by its person, with their membership, because it was not used for 90 days, or because a refresh token came twice, as from a copy. Connect again.',
    );
  }
  const { actor } = found;
  return { ...actor, scopes: actor.scopes.filter((scope) => access.scopes.includes(scope)) };
}
