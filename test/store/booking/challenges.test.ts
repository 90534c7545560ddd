import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../../../domain/secrets.ts';
import {
  type Challenge,
  findChallenge,
  findChallengeByToken,
  markCodeAccepted,
  readChallenge,
} from '../../../store/booking/challenges.ts';
import { acceptCode, countWrongGuess, isBurnedFor } from '../../../store/booking/code-guesses.ts';
import { refuseInbox } from '../../../store/booking/holds.ts';
import { askCode, bookingRequest, confirmIssue, newGuest } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const newChallenge = async (): Promise<Challenge> =>
  (await askCode(database.sql, await createHost(database.sql))).challenge;
const guess = async (challenge: Challenge, right: boolean, clientNetwork = 'one') => {
  if (!right) return left(await countWrongGuess(database.sql, challenge, clientNetwork));
  const request = bookingRequest(challenge.guestEmail, 0);
  const passed = await acceptCode(database.sql, challenge, {
    clientNetwork,
    clientHash: tokenHash(clientNetwork),
    request,
  });
  return passed.allowed ? { allowed: true } : passed;
};
const attemptsOf = ({ id }: Challenge) => database.sql`select id from attempts where booking_id = ${id}`;
const left = (attemptsLeft: number) => ({ allowed: false, attemptsLeft });

describe('guesses', () => {
  it('wrong ones cost, five for a client; then the right one does not pass either', async () => {
    const challenge = await newChallenge();
    const answers = [];
    for (let n = 1; n <= 6; n++) answers.push(await guess(challenge, false));
    expect(answers).toEqual([left(4), left(3), left(2), left(1), left(0), left(0)]);
    expect(await guess(challenge, true)).toEqual(left(0));
    expect(await attemptsOf(challenge)).toEqual([]);
    expect(await isBurnedFor(database.sql, challenge, 'one')).toBe(true);
    expect(await isBurnedFor(database.sql, challenge, 'two')).toBe(false);
    expect(await guess(challenge, true, 'two')).toEqual({ allowed: true });
    expect(await attemptsOf(challenge)).toHaveLength(1);
  });

  it('right ones cost nothing, however often', async () => {
    const challenge = await newChallenge();
    for (let n = 1; n <= 20; n++) expect(await guess(challenge, true)).toEqual({ allowed: true });
    expect(await guess(challenge, false)).toEqual(left(4));
  });

  it('fifteen wrong ones in all burn it for everyone', async () => {
    const challenge = await newChallenge();
    for (const client of ['a', 'b', 'c', 'd']) for (let n = 1; n <= 4; n++) await guess(challenge, false, client);
    expect(await readChallenge(database.sql, challenge.id)).toMatchObject({ status: 'burned' });
    expect(await guess(challenge, true, 'fresh')).toEqual(left(0));
  });

  it('the last ones in all are what a fresh client has left', async () => {
    const challenge = await newChallenge();
    for (const client of ['a', 'b', 'c']) for (let n = 1; n <= 4; n++) await guess(challenge, false, client);
    expect(await guess(challenge, false, 'd')).toEqual(left(2));
  });

  it('a hundred at once: five count for one client, fifteen for many', async () => {
    const [one, many] = [await newChallenge(), await newChallenge()];
    const wrong = async (id: string) => {
      const [row] = await database.sql`select wrong_guesses from challenges where id = ${id}`;
      return row?.wrong_guesses;
    };
    await Promise.all(Array.from({ length: 100 }, () => guess(one, false)));
    await Promise.all(Array.from({ length: 100 }, (_, client) => guess(many, false, `client ${client}`)));
    expect([await wrong(one.id), await wrong(many.id)]).toEqual([5, 15]);
  });

  it('of an issue that a newer one has killed do not pass, nor cost', async () => {
    const challenge = await newChallenge();
    await database.sql`update challenges set issue_no = 2 where id = ${challenge.id}`;
    expect((await guess(challenge, true)).allowed).toBe(false);
    expect((await guess(challenge, false)).allowed).toBe(false);
    const [row] = await database.sql`select wrong_guesses from challenges where id = ${challenge.id}`;
    expect(row?.wrong_guesses).toBe(0);
  });

  it('at a used code still count, and never unmake it', async () => {
    const host = await createHost(database.sql);
    const issue = await askCode(database.sql, host);
    await confirmIssue(database.sql, issue, (await host.openStarts())[0] ?? 0);
    for (const client of ['a', 'b', 'c']) for (let n = 1; n <= 5; n++) await guess(issue.challenge, false, client);
    expect((await readChallenge(database.sql, issue.challenge.id))?.status).toBe('consumed');
    expect((await guess(issue.challenge, true, 'fresh')).allowed).toBe(false);
  });
});

describe('finding', () => {
  it('prefers the open challenge, else the latest, and never one of another guest, inbox or event', async () => {
    const [host, other] = [await createHost(database.sql), await createHost(database.sql)];
    const guestEmail = newGuest();
    const owner = { guestEmail, receivingEmail: guestEmail };
    const find = (address = host.address, change = {}) => findChallenge(database.sql, address, { ...owner, ...change });
    const first = await askCode(database.sql, host, { guestEmail });
    await refuseInbox(database.sql, first.challenge.id);
    expect((await find())?.id).toBe(first.challenge.id);
    const second = await askCode(database.sql, host, { guestEmail });
    await database.sql`update challenges set created_at = created_at - interval '1 hour' where id = ${second.challenge.id}`;
    expect((await find())?.id).toBe(second.challenge.id);
    expect((await find(host.address, { guestEmail: guestEmail.toUpperCase() }))?.id).toBe(second.challenge.id);
    for (const change of [{ guestEmail: 'x@y.test' }, { receivingEmail: 'x@y.test' }])
      expect(await find(host.address, change)).toBeUndefined();
    expect(await find(other.address)).toBeUndefined();
    expect(await find({ ...host.address, eventSlug: 'other' })).toBeUndefined();
    expect(await findChallengeByToken(database.sql, Buffer.alloc(32))).toBeUndefined();
  });

  it('knows by the clock of the database whether its time is over', async () => {
    const { id, late } = await newChallenge();
    await database.sql`update challenges set expires_at = clock_timestamp() where id = ${id}`;
    expect([late, (await readChallenge(database.sql, id))?.late]).toEqual([false, true]);
  });
});

it('a mail is accepted for the issue that is out, no other', async () => {
  const { id } = await newChallenge();
  await markCodeAccepted(database.sql, id, 2);
  expect((await readChallenge(database.sql, id))?.accepted).toBe(false);
  await markCodeAccepted(database.sql, id, 1);
  expect((await readChallenge(database.sql, id))?.accepted).toBe(true);
});
