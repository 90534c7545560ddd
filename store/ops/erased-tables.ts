/** Rows deleted by one statement. */
const BATCH = 500;

/** The same of rows with many below them, which go with them. */
const SMALL_BATCH = 100;

interface ErasedTable {
  readonly table: string;
  /** Which rows are those of workspace `$1`. Default: by `workspace_id`. */
  readonly of?: string;
  /** Tables whose rows go before, by the id of these rows, in their column `booking_id`: no foreign key deletes them. */
  readonly before?: readonly string[];
  readonly batch?: number;
}

/** Challenges and claims have an index by event type, and none by workspace. */
const OF_ITS_EVENTS = 'event_type_id = any(array(select id from event_types where workspace_id = $1))';

/**
 * The tables whose rows go with their workspace, in an order in which nothing points to a row that is gone. Rows of other tables go with the
 * row that they hang below. A test finds tables with a `workspace_id` that are neither here nor in {@link OUTLIVING}.
 */
export const ERASED: readonly ErasedTable[] = [
  { table: 'local_mails' },
  { table: 'activity_log' },
  { table: 'webhook_deliveries' },
  { table: 'webhook_events' },
  { table: 'webhook_endpoints' },
  { table: 'webhook_listeners' },
  { table: 'uninvited_mails' },
  { table: 'look_up_leases' },
  { table: 'reminder_refusals' },
  // With answers, guests, links, changes, packs and calendar events.
  { table: 'bookings', before: ['claims', 'attempts'], batch: SMALL_BATCH },
  { table: 'challenges', of: OF_ITS_EVENTS, before: ['claims', 'attempts'], batch: SMALL_BATCH },
  { table: 'claims', of: OF_ITS_EVENTS },
  { table: 'short_links' },
  { table: 'event_types', batch: SMALL_BATCH },
  { table: 'forms' },
  { table: 'schedules', batch: SMALL_BATCH },
  { table: 'time_off' },
  { table: 'teams', batch: SMALL_BATCH },
  { table: 'booking_floods' },
  { table: 'outbox_mails' },
  { table: 'invitations' },
  { table: 'member_removals' },
  { table: 'workspace_claims' },
  { table: 'device_sessions' },
  { table: 'calendar_connect_links' },
  { table: 'access_notices' },
  { table: 'agent_workspaces' },
  { table: 'agent_principals', batch: SMALL_BATCH },
  { table: 'agent_seats' },
  { table: 'api_keys', batch: SMALL_BATCH },
  { table: 'credit_entries' },
  { table: 'credit_grants', batch: SMALL_BATCH },
  { table: 'checkout_intents' },
  { table: 'portal_sessions' },
  { table: 'subscription_changes' },
  { table: 'automatic_refunds' },
  { table: 'billing_invoices' },
  { table: 'subscriptions' },
  { table: 'billing_customers' },
  { table: 'unclaimed_workspaces' },
  { table: 'workspace_avatars' },
  // The owners last: they get a mail once all is gone.
  { table: 'memberships', of: "workspace_id = $1 and role <> 'owner'", batch: SMALL_BATCH },
];

/** Tables with a `workspace_id` whose rows go with another row, by a foreign key. */
export const BELOW: Readonly<Record<string, string>> = {
  code_issues: 'challenges',
  enrichments: 'prep_packs',
  prep_packs: 'bookings',
  team_members: 'teams',
  workspace_slugs: 'workspaces',
};

/** Tables with a `workspace_id` whose rows stay without it, and why. */
export const OUTLIVING: Readonly<Record<string, string>> = {
  calendar_connections: 'of a person, for all their workspaces',
  native_claims: 'of an agent and its operator; 31 days, for caps of mails',
  agent_sign_ups: 'of a person, who may see who made their account',
};

/** Deletes some rows of workspace `$1`. If it deletes fewer than {@link batchOf}, none is left. */
export function deletionOf({ table, of = 'workspace_id = $1', before = [], ...rest }: ErasedTable): string {
  const batch = batchOf(rest);
  if (before.length === 0)
    return `delete from ${table} where ctid = any(array(select ctid from ${table} where ${of} limit ${batch}))`;
  const earlier = before.map(
    (other) => `${other}_gone as (delete from ${other} where booking_id = any(array(select id from due)))`,
  );
  return `with due as materialized (select id from ${table} where ${of} limit ${batch}), ${earlier.join(', ')}
    delete from ${table} where id = any(array(select id from due))`;
}

export const batchOf = ({ batch = BATCH }: Pick<ErasedTable, 'batch'>): number => batch;
