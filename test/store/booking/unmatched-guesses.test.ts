import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUnmatchedGuess } from '../../../store/booking/unmatched-guesses.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const ownerOf = (guestEmail: string) => ({
  eventTypeId: '01890000-0000-7000-8000-000000000000',
  guestEmail,
  receivingEmail: guestEmail,
});
const guess = (guestEmail: string, client = 'one') => countUnmatchedGuess(database.sql, ownerOf(guestEmail), client);

it('counts down for each guest and client, in whatever case the address is written', async () => {
  const guest = newGuest();
  const answers = [];
  for (let n = 1; n <= 4; n++) answers.push(await guess(guest));
  for (let n = 1; n <= 3; n++) answers.push(await guess(guest.toUpperCase()));
  expect(answers).toEqual([4, 3, 2, 1, 0, 0, 0]);
  expect([await guess(guest, 'two'), await guess(newGuest())]).toEqual([4, 4]);
});

it('starts anew after ten minutes, as a new code would; the sweep forgets it after a day', async () => {
  const guest = newGuest();
  const letPass = (minutes: number) =>
    database.sql`update stray_guesses set since = since - ${minutes} * interval '1 minute'`;
  for (let n = 1; n <= 5; n++) await guess(guest);
  await letPass(9);
  expect(await guess(guest)).toBe(0);
  await letPass(2);
  expect([await guess(guest), await guess(guest)]).toEqual([4, 3]);
  await letPass(23 * 60);
  await deleteOutdated(database.sql);
  const rows = () => database.sql`select 1 from stray_guesses`;
  expect((await rows()).length).toBeGreaterThan(0);
  await letPass(2 * 60);
  await deleteOutdated(database.sql);
  expect(await rows()).toHaveLength(0);
});

it('keeps no address', async () => {
  const guest = newGuest();
  await guess(guest);
  const [row] = await database.sql<{ text: string }[]>`select string_agg(t::text, ' ') as text from stray_guesses t`;
  expect(row?.text).not.toContain(guest);
});
