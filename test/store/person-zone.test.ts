import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTrialMail } from '../../store/billing/trials.ts';
import { personZone } from '../../store/person-zone.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const zoneOf = async (userId: string) => {
  const { sql } = database;
  const [row] = await sql<
    { zone: string }[]
  >`select ${personZone(sql, 'u.id')} as zone from users u where id = ${userId}`;
  return row?.zone;
};

it('is that of the hours, else of the workspace, else UTC; a mail about the trial has it too', async () => {
  const { sql } = database;
  const { workspaceId, host } = await makeTeam(sql);
  await sql`update schedules set timezone = 'Europe/Paris' where user_id = ${host.userId}`;
  expect(await zoneOf(host.userId)).toBe('Europe/Paris');

  await sql`update event_types set schedule_id = null where workspace_id = ${workspaceId}`;
  await sql`delete from schedules where user_id = ${host.userId}`;
  await sql`
    update workspaces set timezone = 'Asia/Tokyo', subscription_status = 'trialing',
      trial_ends_at = now() + interval '1 day', trial_reminded_at = null, trial_ended_at = null
    where id = ${workspaceId}`;
  expect(await zoneOf(host.userId)).toBe('Asia/Tokyo');
  const mail = await readTrialMail(sql, workspaceId);
  expect(mail?.owners.map(({ timezone }) => timezone)).toContain('Asia/Tokyo');

  await sql`update memberships set leaving_at = now() where user_id = ${host.userId}`;
  expect(await zoneOf(host.userId)).toBe('UTC');
});
