import type { Queryable } from './database.ts';

/** Of the workspaces that a person is a member of, the first that has the column set. @param userId a column */
export const ofFirstWorkspace = (sql: Queryable, column: 'language' | 'timezone', userId: string) => sql`(
  select w.${sql(column)} from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = ${sql(userId)} and m.leaving_at is null and w.${sql(column)} is not null order by m.created_at, m.id limit 1)`;

/** The zone of a person's hours, in whichever workspace they have them longest; null: they have none. @param userId a column */
export const hoursZone = (sql: Queryable, userId: string) => sql`(
  select own.timezone from schedules own where own.user_id = ${sql(userId)} order by own.created_at, own.id limit 1)`;

/** The zone of mails to a person: of their hours, else of their workspace, else UTC. @param userId a column */
export const personZone = (sql: Queryable, userId: string) =>
  sql`coalesce(${hoursZone(sql, userId)}, ${ofFirstWorkspace(sql, 'timezone', userId)}, 'UTC')`;
