import { afterAll, beforeAll, expect, it } from 'vitest';
import { myMeetings } from '../../../../schemas/operations/meetings/my-meetings.ts';
import type { BookingStatus } from '../../../../schemas/shapes/public-calendar.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { addMember, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeKey } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const HOUR_MS = 3_600_000;
const EMAIL = 'mia@acme.test';

let stack: Stack;
let [here, there]: SignedIn[] = [];
beforeAll(async () => {
  stack = await startStack({ worker: false });
  await addMember(stack, { email: EMAIL, role: 'member' });
  await addMember(stack, { email: EMAIL, workspace: 'second', role: 'owner' });
  here = await signIn(stack, { email: EMAIL });
  there = await signIn(stack, { email: EMAIL, workspace: 'second' });
});
afterAll(() => stack?.close());

interface Row {
  readonly inHours: number;
  readonly status?: BookingStatus;
  readonly hostId?: string;
}

async function meet(who: SignedIn, { inHours, status = 'confirmed', hostId = who.userId }: Row): Promise<string> {
  const { bookingId } = await makeBooking(stack.sql, who, { hostId, startMs: Date.now() + inHours * HOUR_MS });
  await stack.sql`
    update bookings set status = ${status}, decide_by = ${status === 'pending_confirmation' ? new Date(Date.now() + HOUR_MS) : null}
    where id = ${bookingId}`;
  return bookingId;
}

type Listed = {
  id: string;
  when: string;
  theirTime: string | null;
  guestEmail: string;
  guest: string;
  workspace: { name: string };
  status: string;
  prep: boolean;
};
const list = async (who: SignedIn): Promise<Listed[]> =>
  (await callHost(stack.appUrl, myMeetings.listMyMeetings, {}, who.headers)).json().meetings as Listed[];

it('lists what a person hosts in all their workspaces, the next first, and nothing that is over or of others', async () => {
  if (!here || !there) throw new Error('nobody signed in');
  const ada = await signIn(stack);
  expect(await list(here)).toEqual([]);
  const later = await meet(here, { inHours: 30, status: 'rescheduled' });
  const runs = await meet(there, { inHours: -0.25 });
  await meet(here, { inHours: 2, status: 'pending_confirmation' });
  const shared = await meet(ada, { inHours: 5 });
  await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${shared}, ${here.userId}, 1)`;
  await meet(here, { inHours: -3 });
  await meet(here, { inHours: 50, status: 'canceled' });
  await meet(ada, { inHours: 60 });
  await stack.sql`update event_types set prep = false where id = (select event_type_id from bookings where id = ${later})`;
  const mine = await list(here);
  expect(mine.map(({ id }) => id)).toEqual([runs, shared, later]);
  expect(mine.map(({ status, prep }) => `${status} ${prep}`)).toEqual([
    ...['confirmed true', 'confirmed true', 'rescheduled false'],
  ]);
  // The clock of the host whose meeting it is, also for who joins them; and the guest's beside it.
  await stack.sql`update bookings set guest_timezone = 'Asia/Kolkata', guest_email = 'kim@guest.test' where id = ${shared}`;
  const [, ofAda] = await list(here);
  expect(ofAda).toMatchObject({
    when: expect.stringMatching(/^\w{3}, \d+ \w{3,4} \d{4}, \d\d:\d\d – .* \(.+\)$/),
    theirTime: expect.stringContaining('(Asia/Kolkata)'),
    guestEmail: 'kim@guest.test',
  });
  await stack.sql`delete from memberships where user_id = ${here.userId} and workspace_id = ${there.workspaceId}`;
  expect((await list(here)).map(({ id }) => id)).toEqual([shared, later]);
});

it('lists ten, or as many as wanted, says if there are more, has every request, and answers no key', async () => {
  const ada = await signIn(stack);
  for (let nth = 0; nth < 11; nth++) await meet(ada, { inHours: 100 + nth * 2 });
  expect(await list(ada)).toHaveLength(10);
  const late = await meet(ada, { inHours: 400, status: 'pending_confirmation' });
  const answer = async (input: { limit?: number }) =>
    (await callHost(stack.appUrl, myMeetings.listMyMeetings, input, ada.headers)).json() as unknown as {
      meetings: Listed[];
      requests: Listed[];
      more: boolean;
    };
  const [first, all] = [await answer({}), await answer({ limit: 100 })];
  expect([first.more, all.more, all.meetings.length > 10]).toEqual([true, false, true]);
  expect([first.requests.map(({ id }) => id), first.meetings.some(({ id }) => id === late)]).toEqual([[late], false]);
  for (let nth = 0; nth < 12; nth++) await meet(ada, { inHours: 70 + nth, status: 'pending_confirmation' });
  const behindRequests = await answer({});
  expect(behindRequests.meetings.map(({ id }) => id)).toEqual(first.meetings.map(({ id }) => id));
  expect(behindRequests.requests).toHaveLength(13);
  const { headers } = await makeKey(stack.sql, { ...ada, scopes: ['workspace.read'] });
  const refused = await callHost(stack.appUrl, myMeetings.listMyMeetings, {}, headers);
  expect(refused.status).toBeGreaterThanOrEqual(401);
  expect((await callHost(stack.appUrl, myMeetings.listMyMeetings, {})).status).toBe(401);
});
