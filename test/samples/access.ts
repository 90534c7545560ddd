import { v7 as uuidv7 } from 'uuid';
import { signedId } from '../../domain/secrets.ts';
import { deviceAuthorization } from '../../schemas/operations/access/device-authorization.ts';
import { passkeys } from '../../schemas/operations/accounts/passkeys.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { storeClaim } from '../support/drivers/native.ts';
import type { CreationAnswer } from '../support/drivers/passkeys.ts';
import { personWithBrowser, signIn } from '../support/drivers/session.ts';
import { storeAccountMail } from '../support/factories/accounts.ts';
import { makeKey, makeSeat } from '../support/factories/keys.ts';
import { makeLinkedAccount } from '../support/factories/linked-accounts.ts';
import { makePasskeyRow } from '../support/factories/passkeys.ts';
import { png } from '../support/factories/pictures.ts';
import { SoftwareAuthenticator } from '../support/fakes/software-authenticator.ts';
import type { Stack } from '../support/stack/stack.ts';
import type { Samples } from './sample.ts';

const badPage = { limit: 0, cursor: 'nonsense' };

const userCodeOf = async ({ appUrl }: Stack): Promise<string> => {
  const answer = await callHost(appUrl, deviceAuthorization.registerDevice, { agentName: 'Matrix' });
  return String(answer.json().userCode);
};

const workspaceOf = async ({ sql }: Stack, userId: string): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    select workspace_id as id from memberships where user_id = ${userId} order by created_at limit 1`;
  return row?.id;
};

/** Who may come in: device approval, keys, seats, and what is a person's own. */
export const accessSamples: Samples = {
  'access.viewDevice': { good: async ({ stack }) => ({ userCode: await userCodeOf(stack) }) },
  // In a workspace of their own; of what the chosen one asks see decide-device.test.ts.
  'access.decideDevice': {
    good: async ({ stack, shown: { userId } }) => ({
      userCode: await userCodeOf(stack),
      decision: 'approve',
      workspaceId: await workspaceOf(stack, userId),
    }),
  },
  'access.listApiKeys': { good: () => ({ limit: 2 }), bad: badPage },
  // Its own key, which anybody may revoke; whose others are in reach is told apart in api-keys.test.ts.
  'access.revokeApiKey': {
    good: async ({ stack, team: { workspaceId }, shown: { keyId, userId } }) => ({
      apiKeyId: keyId ?? (await makeKey(stack.sql, { workspaceId, userId })).id,
    }),
    bad: { apiKeyId: 'mine' },
    missing: { apiKeyId: uuidv7() },
  },
  'access.createApiKey': { good: () => ({ name: 'Matrix', scopes: ['billing.manage'] }) },
  'access.listAgentSeats': { good: () => ({ limit: 1 }), bad: badPage },
  'access.createAgentSeat': {
    good: () => ({ displayName: 'Matrix', agentEmail: 'bot@agents.example', scopes: ['workspace.read'] }),
    bad: { displayName: 'a\nb', agentEmail: 'nobody', scopes: [], role: 'king', expiresAt: 'soon' },
  },
  'access.revokeAgentSeat': {
    good: async ({ stack, team: { workspaceId, members } }) => ({
      id: (await makeSeat(stack.sql, { workspaceId, userId: members.owner.userId })).id,
    }),
    bad: { id: 'mine' },
    missing: { id: uuidv7() },
  },
  'accounts.getMe': { good: () => ({}) },
  'accounts.updateMe': { good: () => ({ name: 'Matrix' }), bad: { name: 'a\nb', email: 'nobody' } },
  'accounts.setMyPhoto': { good: () => ({ image: png.toString('base64') }), bad: { image: '%' } },
  // A person of nobody else's takes over the caller's session: the matrix goes on with the caller.
  'accounts.deleteMe': {
    good: async ({ stack, shown: { userId } }) => {
      const other = await personWithBrowser(stack, `gone-${uuidv7().slice(-12)}@new.test`);
      await stack.sql`update sessions set user_id = ${other.userId} where user_id = ${userId}`;
      return { confirm: 'delete' };
    },
    bad: { confirm: 'yes' },
  },
  // Confirmed before, which changes nothing: others of the matrix sign in with the same address.
  'accounts.confirmAddress': {
    good: async ({ stack, shown: { userId } }) => {
      const { changeId } = await storeAccountMail(stack, `matrix-${uuidv7().slice(-12)}@new.test`);
      await stack.sql`
        update address_changes set user_id = coalesce((select id from users where id = ${userId}), user_id), confirmed_at = now()
        where id = ${changeId}`;
      return { token: signedId(stack.secrets.addressLink, changeId) };
    },
    missing: { token: 'unknown' },
  },
  'accounts.listSessions': { good: () => ({}) },
  'accounts.revokeSession': {
    good: async ({ stack, team, shown }) => {
      const [mine] = await stack.sql<{ id: string }[]>`select id from sessions where user_id = ${shown.userId}`;
      const ofTheOwner = { email: team.members.owner.email, workspace: team.slug };
      return { sessionId: mine?.id ?? (await signIn(stack, ofTheOwner)).sessionId };
    },
  },
  'accounts.revokeAllSessions': { good: () => ({}) },
  'accounts.listPasskeys': { good: () => ({}) },
  'accounts.preparePasskey': { good: () => ({}) },
  'accounts.addPasskey': {
    good: async ({ stack, shown: { headers } }) => {
      const authenticator = new SoftwareAuthenticator(stack.appUrl);
      const prepared = await callHost(stack.appUrl, passkeys.preparePasskey, {}, headers);
      const { challengeId = uuidv7(), publicKey } = prepared.json() as Partial<CreationAnswer>;
      const options = publicKey ?? { challenge: 'AAAA', user: { id: 'AAAA' } };
      return { challengeId, name: 'Matrix', credential: authenticator.make(options) };
    },
  },
  'accounts.listLinkedAccounts': { good: () => ({}) },
  'accounts.unlinkAccount': {
    good: async ({ stack, shown: { userId } }) => ({ linkedAccountId: await makeLinkedAccount(stack.sql, userId) }),
  },
  'accounts.removePasskey': {
    good: async ({ stack, shown: { userId } }) => ({ passkeyId: await makePasskeyRow(stack.sql, userId) }),
  },
  // The claim of an agent whose operator is the person who calls.
  'accounts.decideNativeClaim': {
    good: async ({ stack, shown: { userId } }) => {
      const [person] = await stack.sql<{ email: string }[]>`select email::text from users where id = ${userId}`;
      return { claimId: await storeClaim(stack, person?.email ?? ''), decision: 'refuse' };
    },
  },
  'workspaces.listWorkspaces': { good: () => ({}) },
  'workspaces.createWorkspace': { good: () => ({ name: 'Matrix' }) },
};
