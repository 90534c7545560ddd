import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-delivery.ts';
import { OWN_KEY_ID, sealToken } from '../../../domain/sealed-token.ts';
import type { Role } from '../../../schemas/shapes/access.ts';
import type { Doer } from '../../../store/access/api-keys.ts';
import { revokeKey } from '../../../store/access/key-tree.ts';
import { stopAccess } from '../../../store/access/stop-access.ts';
import { inTransaction } from '../../../store/database.ts';
import { deleteGuest } from '../../../store/meetings/delete-guest.ts';
import { endLateAccess } from '../../../store/members/end-late-access.ts';
import { undoAddress } from '../../../store/members/undo-address.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import {
  createEndpoint,
  readEndpoint,
  rotateSecret,
  type SetEndpoint,
  updateEndpoint,
} from '../../../store/webhooks/endpoints.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { settleAttempt } from '../../../store/webhooks/settle-attempt.ts';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { makeKey, makeTeam, type TestKey, type TestTeam } from '../../support/factories/keys.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
let team: TestTeam;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 10 });
});
afterAll(() => database.close());

const KEYS = [{ id: OWN_KEY_ID, key: randomBytes(32) }];
const sql = () => database.sql;
const signedIn = (role: Role): Doer => {
  const { userId } = team.members[role];
  return { source: 'dashboard', actor: { kind: 'session', userId, username: role } };
};
const withKey = ({ id, userId, workspaceId }: TestKey, role: Role = 'owner'): Doer => ({
  source: 'host_api',
  actor: {
    ...({ kind: 'key', keyId: id, keyName: 'Robot', mode: 'live', scopes: ['workspace.act'], seat: null } as const),
    ...{ userId, workspaceId, role, username: 'robot', locked: false },
  },
});
const set = (outcome: object | undefined): SetEndpoint => {
  if (!outcome || !('endpoint' in outcome)) throw new Error(`not set: ${JSON.stringify(outcome)}`);
  return outcome as SetEndpoint;
};
const SENT_TO = 'https://hooks.acme-crm.com/in?token=1';
const make = async (by: Doer, url = SENT_TO) => {
  const id = { workspaceId: team.workspaceId, webhookId: uuidv7() };
  const settings = { url, description: '', events: null, payload: 'thin' as const };
  const secret = sealToken(KEYS, id.webhookId, `whsec_${randomBytes(32).toString('base64')}`);
  const made = await createEndpoint(sql(), id, { ...settings, secret }, by, Date.now());
  return { ...id, made };
};
type Id = { readonly workspaceId: string; readonly webhookId: string };
const change = async (id: Id, settings: object, by: Doer, enabled?: boolean) =>
  updateEndpoint(sql(), id, { settings, enabled, expectedVersion: undefined }, by);
const rotate = (id: Id, by: Doer) =>
  rotateSecret(sql(), id, sealToken(KEYS, id.webhookId, `whsec_${randomBytes(32).toString('base64')}`), by);
const standing = async (id: Id) => {
  const { disabledReason, rotateAdvised } = (await readEndpoint(sql(), id)) ?? {};
  return { disabledReason, rotateAdvised };
};
const FINE = { disabledReason: null, rotateAdvised: false };
const STOPPED = { disabledReason: 'access_stopped', rotateAdvised: true };
const happen = async (subjectId = uuidv7()) => {
  const { workspaceId } = team;
  await inTransaction(sql(), (tx) => noteEvent(tx, { type: 'seat.created', workspaceId, subjectId, data: {} }));
};

/** A key of a role, with the notice whose mail has the button. */
async function toldKey(role: Role = 'owner', parentKeyId: string | null = null): Promise<TestKey> {
  const key = await team.key(role);
  await sql()`update api_keys set parent_key_id = ${parentKeyId} where id = ${key.id}`;
  await sql()`
    insert into access_notices (id, user_id, workspace_id, kind, name, source, test_mode)
    values (${key.id}, ${key.userId}, ${team.workspaceId}, 'key', 'Robot', 'dashboard', false)`;
  return key;
}
const press = ({ id }: TestKey) => stopAccess(sql(), id, { now: Date.now(), revokeAgent: async () => undefined });

beforeAll(async () => {
  team = await makeTeam(sql());
});

describe('the button of the mail about a new key', () => {
  it('switches off what the key has set, and what keys that it made have; what waits there stays', async () => {
    const key = await toldKey();
    const below = await toldKey('owner', key.id);
    const [its, belows, owners] = [await make(withKey(key)), await make(withKey(below)), await make(signedIn('owner'))];
    expect(await Promise.all([its, belows, owners].map(standing))).toEqual([FINE, FINE, FINE]);
    await happen();
    await press(key);
    expect(await Promise.all([its, belows, owners].map(standing))).toEqual([STOPPED, STOPPED, FINE]);
    expect(await grantPermits(sql(), its.webhookId)).toEqual([]);
    expect(await grantPermits(sql(), owners.webhookId)).toHaveLength(1);
    const logged = await sql()`
      select data ->> 'reason' as reason, user_id as by from activity_log where action = 'webhook.disabled' and subject_id = ${its.webhookId}`;
    expect(logged).toEqual([{ reason: 'access_stopped', by: key.userId }]);
  });

  it.each(['url', 'payload', 'secret'] as const)(
    'switches off an owner’s webhook whose %s it has set',
    async (what) => {
      const [key, hook] = [await toldKey(), await make(signedIn('owner'))];
      if (what === 'secret') await rotate(hook, withKey(key));
      else
        await change(
          hook,
          what === 'url' ? { url: 'https://elsewhere.acme-crm.com/' } : { payload: 'full' },
          withKey(key),
        );
      expect(await standing(hook)).toEqual(FINE);
      await press(key);
      expect(await standing(hook)).toMatchObject({ disabledReason: 'access_stopped' });
    },
  );

  it('pressed again, does not switch off what somebody has looked at and switched on; a new secret ends the advice', async () => {
    const key = await toldKey();
    const hook = await make(withKey(key));
    await press(key);
    set(await change(hook, {}, signedIn('owner'), true));
    await press(key);
    expect(await standing(hook)).toEqual({ disabledReason: null, rotateAdvised: true });
    await rotate(hook, signedIn('owner'));
    expect(await standing(hook)).toEqual(FINE);
    // Whoever switched it on answers for it.
    const other = await toldKey();
    await change(hook, { url: 'https://again.acme-crm.com/' }, withKey(other));
    await press(other);
    await change(hook, {}, withKey(await toldKey()), true);
    expect(await standing(hook)).toMatchObject({ disabledReason: null });
  });

  it('leaves no webhook to a call of that key that was under way', async () => {
    const key = await toldKey();
    await press(key);
    const refused = { refused: 'setter_ended' };
    expect((await make(withKey(key))).made).toEqual(refused);
    const hook = await make(signedIn('owner'));
    expect(await change(hook, { payload: 'full' }, withKey(key))).toEqual(refused);
    expect(await rotate(hook, withKey(key))).toEqual(refused);
  });
});

it('an address that is taken back switches off what was set since, by that session and by keys of that time', async () => {
  team = await makeTeam(sql());
  const { userId, email } = team.members.owner;
  const before = await make(signedIn('owner'));
  const [old] = [await team.key('owner')];
  const byOld = await make(withKey(old));
  const id = uuidv7();
  await sql()`
    insert into address_changes (id, user_id, old_email, new_email, inbox, client_networks, created_at, confirmed_at, expires_at)
    values (${id}, ${userId}, ${email}, 'thief@thief.test', 'thief@thief.test', '{}', clock_timestamp(), clock_timestamp(), now() + interval '1 hour')`;
  const bySession = await make(signedIn('owner'));
  const key = await makeKey(sql(), { workspaceId: team.workspaceId, userId });
  const byKey = await make(withKey(key));
  // A thief who ends the key himself hides nothing.
  await revokeKey(sql(), { workspaceId: team.workspaceId, keyId: key.id, now: Date.now() }, signedIn('owner'));
  const admins = await make(signedIn('admin'));
  expect(await undoAddress(sql(), id, { now: Date.now(), revokeAgent: async () => undefined })).toMatchObject({
    userId,
  });
  expect(await Promise.all([before, byOld, admins].map(standing))).toEqual([FINE, FINE, FINE]);
  expect(await Promise.all([bySession, byKey].map(standing))).toEqual([STOPPED, STOPPED]);
  // The pass that comes later ends what was under way, and nothing twice.
  await change(bySession, {}, signedIn('admin'), true);
  const late = await make(signedIn('owner'));
  await sql()`update address_changes set undone_at = undone_at + interval '-31 seconds' where id = ${id}`;
  await sql()`update webhook_setters set set_at = set_at - interval '25 seconds' where endpoint_id = ${late.webhookId}`;
  await sql()`update address_changes set created_at = created_at - interval '1 minute' where id = ${id}`;
  await endLateAccess(sql(), Date.now(), async () => undefined);
  expect(await standing(late)).toMatchObject({ disabledReason: 'access_stopped' });
  expect(await standing(bySession)).toMatchObject({ disabledReason: null, rotateAdvised: true });
});

describe('a new secret is advised', () => {
  it('when the key that made it was revoked, and the webhook stays on', async () => {
    team = await makeTeam(sql());
    const key = await team.key('admin');
    const hook = await make(withKey(key, 'admin'));
    await revokeKey(sql(), { workspaceId: team.workspaceId, keyId: key.id, now: Date.now() }, signedIn('owner'));
    expect(await standing(hook)).toEqual({ disabledReason: null, rotateAdvised: true });
    await rotate(hook, signedIn('owner'));
    expect(await standing(hook)).toEqual(FINE);
  });

  it('when who moved an owner’s webhook has left, or has another role', async () => {
    const hook = await make(signedIn('owner'));
    await change(hook, { url: 'https://moved.acme-crm.com/' }, signedIn('admin'));
    expect(await standing(hook)).toEqual(FINE);
    const as = (role: Role) =>
      sql()`update memberships set role = ${role} where workspace_id = ${team.workspaceId} and user_id = ${team.members.admin.userId}`;
    await as('member');
    expect(await standing(hook)).toEqual({ disabledReason: null, rotateAdvised: true });
    await rotate(hook, signedIn('owner'));
    expect(await standing(hook)).toEqual(FINE);
    await as('admin');
  });
});

describe('who made a webhook', () => {
  const as = (role: Role) =>
    sql()`update memberships set role = ${role} where workspace_id = ${team.workspaceId} and user_id = ${team.members.admin.userId}`;
  /** Who is mailed that it was disabled. */
  const mailed = async (id: Id) => {
    await happen();
    const [permit] = await grantPermits(sql(), id.webhookId);
    const gone = { status: 410, failure: null, answer: null, tookMs: 1, sentTo: SENT_TO } as const;
    await settleAttempt(sql(), permit?.id ?? '', gone, 0);
    const mails = await sql()`
      select u.id from outbox_mails m join users u on u.email = m.recipient where subject_id = ${id.webhookId}`;
    return mails.map((mail) => mail.id);
  };

  it('stays its maker when somebody else rotates its secret, changes it or switches it on again', async () => {
    team = await makeTeam(sql());
    const hook = await make(signedIn('admin'));
    await rotate(hook, signedIn('owner'));
    await change(hook, { description: 'CRM' }, signedIn('owner'), false);
    await change(hook, {}, signedIn('owner'), true);
    expect(await mailed(hook)).toEqual([team.members.admin.userId]);
  });

  it('is followed by the owner once they are no admin any more, and knows no secret that was rotated since', async () => {
    const hook = await make(signedIn('admin'));
    await as('member');
    expect(await standing(hook)).toEqual({ disabledReason: null, rotateAdvised: true });
    await rotate(hook, signedIn('owner'));
    expect(await standing(hook)).toEqual(FINE);
    expect(await mailed(hook)).toEqual([team.members.owner.userId]);
    await as('admin');
  });

  it('counts as who knows the secret where nobody is noted for it', async () => {
    const hook = await make(signedIn('admin'));
    await sql()`delete from webhook_setters where endpoint_id = ${hook.webhookId}`;
    expect(await standing(hook)).toEqual(FINE);
    await as('member');
    expect(await standing(hook)).toEqual({ disabledReason: null, rotateAdvised: true });
    await as('admin');
  });
});

describe('owners are told', () => {
  const told = async (ids: readonly string[]) =>
    sql()`
      select user_id as "to", kind, name, made_with as "with", done_by as "by" from access_notices where id = any(${[...ids]}::uuid[])`;

  it('of a new webhook and of one that goes elsewhere or says more; not of other changes', async () => {
    const to = team.members.owner.userId;
    const key = await team.key('admin');
    const { made, ...id } = await make(withKey(key, 'admin'));
    const common = { to, with: 'Robot', by: key.userId };
    expect(await told(set(made).noticeIds)).toEqual([{ ...common, kind: 'webhook', name: 'hooks.acme-crm.com' }]);
    const settings = { url: 'https://thief.example.net/x', description: 'CRM' };
    const moved = set(await change(id, settings, withKey(key, 'admin')));
    expect(await told(moved.noticeIds)).toEqual([{ ...common, kind: 'webhook_changed', name: 'thief.example.net' }]);
    const fuller = set(await change(id, { payload: 'full' }, withKey(key, 'admin')));
    expect(fuller.noticeIds).toHaveLength(1);
    expect(set(await change(id, { description: 'x' }, withKey(key, 'admin'), false)).noticeIds).toEqual([]);
  });

  it('also the only one, of what was done in their name: it may be a thief’s session', async () => {
    const { userId } = team.members.owner;
    const ids = set((await make(signedIn('owner'))).made).noticeIds;
    expect(await told(ids)).toEqual([
      { to: userId, kind: 'webhook', name: 'hooks.acme-crm.com', with: null, by: userId },
    ]);
    expect(set((await make(withKey(await team.key('owner')))).made).noticeIds).toHaveLength(1);
    await sql()`update memberships set role = 'owner' where workspace_id = ${team.workspaceId} and user_id = ${team.members.manager.userId}`;
    expect(set((await make(signedIn('owner'))).made).noticeIds).toHaveLength(2);
  });

  it('of a webhook that answers 410 once a day, however often it is switched on again', async () => {
    team = await makeTeam(sql());
    const mails = async () =>
      (await sql()`select 1 from outbox_mails where kind = 'webhook_disabled' and workspace_id = ${team.workspaceId}`)
        .count;
    const fails = async (id: Id) => {
      await happen();
      const [permit] = await grantPermits(sql(), id.webhookId);
      await settleAttempt(
        sql(),
        permit?.id ?? '',
        { status: 410, failure: null, answer: null, tookMs: 1, sentTo: SENT_TO },
        0,
      );
      expect(await standing(id)).toMatchObject({ disabledReason: 'gone' });
    };
    const hook = await make(signedIn('owner'));
    for (let round = 0; round < 3; round++) {
      await fails(hook);
      await change(hook, {}, signedIn('owner'), true);
    }
    expect(await mails()).toBe(1);
    await sql()`update outbox_mails set created_at = now() - interval '25 hours' where subject_id = ${hook.webhookId}`;
    await fails(hook);
    expect(await mails()).toBe(2);
    // Nor do new ones, made and deleted, flood an inbox.
    for (let round = 0; round < 12; round++) {
      const one = await make(signedIn('owner'));
      await fails(one);
      await sql()`delete from webhook_endpoints where id = ${one.webhookId}`;
    }
    expect(await mails()).toBe(1 + 10);
  });
});

describe('a delivery whose turn is from before', () => {
  it('does not leave once its endpoint is off, and goes to the address of now', async () => {
    team = await makeTeam(sql());
    const hook = await make(signedIn('owner'));
    const asked: string[] = [];
    const { attemptDelivery } = createWebhookActivities({
      sql: sql(),
      client: {} as Client,
      ...{
        taskQueue: 'none',
        tokenKeys: KEYS,
        now: Date.now,
        onFailedDelivery: () => {},
        onSecretUnreadable: () => {},
      },
      sendWebhook: async ({ url }) => {
        asked.push(url);
        return { outcome: 'answered', status: 204, body: Buffer.from('') } as never;
      },
    });
    await happen();
    // Its worker died.
    const [permit] = await grantPermits(sql(), hook.webhookId);
    const id = permit?.id ?? '';
    await change(hook, { url: 'https://new.acme-crm.com/' }, signedIn('owner'), false);
    expect(await attemptDelivery(id)).toEqual({ end: 'waiting', wait: { waitsFor: 'disabled', until: null } });
    expect(asked).toEqual([]);
    const [row] = await sql()`select state, attempts from webhook_deliveries where id = ${id}`;
    expect(row).toEqual({ state: 'pending', attempts: 0 });
    await change(hook, {}, signedIn('owner'), true);
    expect((await grantPermits(sql(), hook.webhookId)).map((permit) => permit.id)).toContain(id);
    await sql()`update workspaces set erase_at = now() + interval '9 days' where id = ${team.workspaceId}`;
    expect(await attemptDelivery(id)).toEqual({ end: 'waiting', wait: { waitsFor: 'workspace', until: null } });
    await sql()`update workspaces set erase_at = null where id = ${team.workspaceId}`;
    expect(await attemptDelivery(id)).toMatchObject({ end: 'delivered' });
    expect(asked).toEqual(['https://new.acme-crm.com/']);
  });
});

describe('a guest who is deleted', () => {
  const FURTHER = 'further@guest.test';
  const echoing = async () => {
    team = await makeTeam(sql());
    const hook = await make(signedIn('owner'));
    const issue = await askCode(sql(), team.host);
    const outcome = await confirmIssue(sql(), issue, (await team.host.openStarts())[0] ?? 0);
    if (outcome.result !== 'done') throw new Error('not booked');
    const { bookingId: id } = outcome;
    await sql()`insert into booking_guests (booking_id, position, email) values (${id}, 0, ${FURTHER})`;
    await sql()`update booking_changes set announced_at = now() where booking_id = ${id}`;
    await sql()`update bookings set status = 'canceled' where id = ${id}`;
    const [permit] = await grantPermits(sql(), hook.webhookId);
    const remove = (email: string) => deleteGuest(sql(), { workspaceId: team.workspaceId, email }, signedIn('owner'));
    const settle = () =>
      settleAttempt(
        sql(),
        permit?.id ?? '',
        { status: 200, failure: null, answer: 'echo', tookMs: 7_000, sentTo: SENT_TO },
        0,
      );
    const answer = async () =>
      (await sql()`select state, last_answer as answer from webhook_deliveries where id = ${permit?.id ?? ''}`)[0];
    return { guest: issue.challenge.guestEmail, remove, settle, answer };
  };

  it.each(['guest', 'further'] as const)('leaves no answer that comes afterwards (%s)', async (who) => {
    const { guest, remove, settle, answer } = await echoing();
    expect(await remove(who === 'guest' ? guest : FURTHER)).toMatchObject({ isFound: true });
    await settle();
    expect(await answer()).toEqual({ state: 'delivered', answer: null });
  });

  it('takes answers from before along, also as a further guest', async () => {
    const { remove, settle, answer } = await echoing();
    await settle();
    expect(await answer()).toEqual({ state: 'delivered', answer: 'echo' });
    await remove(FURTHER);
    expect(await answer()).toEqual({ state: 'delivered', answer: null });
  });
});
