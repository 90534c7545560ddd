/** Statements that fill a database with workspaces, people, meetings and what the service wrote about them. */

/** An id of a kind of row and a number: ordered by number, as ids of the product are by time. */
const id = (kind: number, number: string) => `seed_id(${kind}, ${number})`;

export interface Size {
  readonly bookings: number;
  readonly hosts: number;
  /** Hosts 1 to `shared` share the first workspace, which has 30 of 100 bookings. The others are five to a workspace. */
  readonly shared: number;
}

const workspaceOf = (host: string, { shared }: Size) =>
  `case when ${host} <= ${shared} then 1 else 2 + (${host} - ${shared} - 1) / 5 end`;

/** Keys, seats, links, invitations: two for each host, and no fewer than fill many pages. */
const many = ({ hosts }: Size) => Math.max(2 * hosts, 2_000);

export const FUNCTIONS = `
  create or replace function seed_id(kind int, number bigint) returns uuid immutable language sql as
    $$ select (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$`;

export const PEOPLE = (size: Size): readonly string[] => {
  const { hosts, shared } = size;
  return [
    `insert into workspaces (id, slug, name, plan, subscription_status)
    select ${id(1, 'w')}, 'seed-' || w, 'Workspace ' || w, 'growth', 'active'
    from generate_series(1, 1 + (${hosts - shared} + 4) / 5) w`,
    `insert into users (id, email, name) select ${id(2, 'h')}, 'host-' || h || '@seed.test', 'Host ' || h from generate_series(1, ${hosts}) h`,
    `insert into memberships (id, workspace_id, user_id, username, role, created_at)
    select ${id(3, 'h')}, ${id(1, workspaceOf('h', size))}, ${id(2, 'h')}, 'host-' || h,
      case when h <= ${shared} and h > 1 or h > ${shared} and (h - ${shared} - 1) % 5 > 0 then 'member' else 'owner' end, now() - h * interval '1 minute'
    from generate_series(1, ${hosts}) h`,
    `insert into schedules (id, workspace_id, user_id, name, timezone)
    select ${id(4, 'h')}, ${id(1, workspaceOf('h', size))}, ${id(2, 'h')}, 'Hours', 'Europe/Berlin' from generate_series(1, ${hosts}) h`,
    `insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${id(4, 'h')}, d, 540, 1020 from generate_series(1, ${hosts}) h, generate_series(1, 5) d`,
    `insert into event_types (id, workspace_id, host_id, slug, name, duration_minutes, location_type, schedule_id, archived_at, created_at)
    select ${id(5, 'h * 4 + e')}, ${id(1, workspaceOf('h', size))}, ${id(2, 'h')}, 'event-' || e, 'Event ' || e, 30, 'phone', ${id(4, 'h')},
      case when e > 1 then now() end, now() - (h * 4 + e) * interval '1 second'
    from generate_series(1, ${hosts}) h, generate_series(0, 3) e`,
    `insert into teams (id, workspace_id, slug, name, timezone, archived_at, created_at)
    select ${id(6, 't')}, ${id(1, '1')}, 'team-' || t, 'Team ' || t, 'UTC', case when t > 100 then now() end, now() - t * interval '1 minute'
    from generate_series(1, 1000) t`,
    `insert into team_members (team_id, workspace_id, user_id)
    select ${id(6, 't')}, ${id(1, '1')}, ${id(2, `(t * 10 + m) % ${shared} + 1`)} from generate_series(1, 100) t, generate_series(1, 4) m`,
    `insert into event_types (id, workspace_id, team_id, assignment, slug, name, duration_minutes, location_type, created_at)
    select ${id(7, 't')}, ${id(1, '1')}, ${id(6, 't')}, 'collective', 'together', 'Together', 30, 'phone', now() - t * interval '1 hour'
    from generate_series(1, 100) t`,
    `insert into api_keys (id, workspace_id, created_by_user_id, name, mode, prefix, hash, scopes, origin, created_at, revoked_at)
    select ${id(8, 'k')}, ${id(1, workspaceOf('h', size))}, ${id(2, 'h')}, 'Key ' || k, 'live', 'hf_' || k, sha256(('key' || k)::bytea),
      '{workspace.act}', 'seat', now() - k * interval '1 minute', case when k % 10 > 0 then now() end
    from generate_series(1, ${many(size)}) k, lateral (select (k % ${hosts})::int + 1 as h) o`,
    `insert into agent_seats (id, workspace_id, display_name, api_key_id, created_by_user_id, created_at, revoked_at)
    select ${id(9, 'k')}, ${id(1, workspaceOf('h', size))}, 'Agent ' || k, ${id(8, 'k')}, ${id(2, 'h')}, now() - k * interval '1 minute',
      case when k % 10 > 0 then now() end
    from generate_series(1, ${many(size)}) k, lateral (select (k % ${hosts})::int + 1 as h) o`,
    `insert into short_links (id, workspace_id, token, host_id, created_at, revoked_at)
    select ${id(10, 'l')}, ${id(1, workspaceOf('h', size))}, lpad(l::text, 12, '0'), ${id(2, 'h')}, now() - l * interval '1 minute',
      case when l % 10 > 0 then now() end
    from generate_series(1, ${many(size)}) l, lateral (select (l % ${hosts})::int + 1 as h) o`,
    `insert into invitations (id, workspace_id, email, role, token_hash, test_mode, issue_no, created_at, issued_at, expires_at, accepted_at)
    select ${id(11, 'i')}, ${id(1, workspaceOf('h', size))}, 'host-' || h || '-' || i || '@seed.test', 'member', sha256(('inv' || i)::bytea), false, 1,
      now() - i * interval '5 minutes', now(), now() + interval '7 days', case when i % 2 = 0 then now() end
    from generate_series(1, ${many(size)}) i, lateral (select (i % ${hosts})::int + 1 as h) o`,
  ];
};

/** \`n\`: the booking; its host, the host's number of it (k) and count of all. */
const bookings = ({ bookings: total, hosts, shared }: Size) => `
  generate_series(0, ${total} - 1) n,
  lateral (select case when n % 10 < 3 then n / 10 * 3 + n % 10 else n / 10 * 7 + n % 10 - 3 end as m, n % 10 < 3 as big) a,
  lateral (select case when big then m % ${shared} + 1 else ${shared + 1} + m % ${hosts - shared} end as h,
    case when big then m / ${shared} else m / ${hosts - shared} end as k,
    case when big then ${Math.ceil((total * 0.3) / shared)} else ${Math.ceil((total * 0.7) / (hosts - shared))} end as count) b,
  lateral (select date_trunc('day', now()) - interval '800 days' + (k * 1000.0 / count)::int * interval '1 day' + (9 + h % 8) * interval '1 hour' as s) c,
  lateral (select big and n % 25 = 1 as collective) d`;

export const MEETINGS = (size: Size): readonly string[] => [
  `insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name, guest_timezone,
      location_type, source, decide_by, revision, created_at, updated_at, guest_proved, test_mode)
    select ${id(12, 'n')}, ${id(1, workspaceOf('h', size))},
      case when collective then ${id(7, `n / 25 % ${Math.ceil(size.shared / 10)} + 1`)} else ${id(5, 'h * 4 + n % 2')} end, ${id(2, 'h')}, status, s, s + interval '30 minutes',
      'guest-' || n % ${Math.ceil(size.bookings / 5)} || '@seed.test', 'Guest ' || n, 'Europe/Berlin', 'phone', 'web',
      case when status = 'pending_confirmation' then s end, 1, s - interval '20 days', s - interval '1 day', true, n between 1 and ${size.bookings} / 20
    from ${bookings(size)},
    lateral (select case when n / 10 % 20 < 2 then 'canceled'
      when s < now() then case n / 10 % 20 when 2 then 'no_show' else 'completed' end
      else case n / 10 % 20 when 2 then 'pending_confirmation' when 3 then 'rescheduled' else 'confirmed' end end as status) e`,
  `insert into booking_hosts (booking_id, user_id, position)
    select ${id(12, 'n')}, ${id(2, `h % ${size.shared} + 1`)}, 1 from ${bookings(size)} where collective`,
  `insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at, announced_at)
    select id, 1, 'confirmed', 'guest', start_at, end_at, created_at, created_at from bookings`,
  `insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
    select host_id, id, 'booking', tstzrange(start_at, end_at), 0, 0, workspace_id, event_type_id from bookings
    where status <> 'canceled' and end_at > now() - interval '62 days'`,
  `insert into booking_tokens (token_hash, booking_id, purpose, look_at)
    select sha256(id::text::bytea), id, 'manage', greatest(created_at, now() - interval '61 days') + interval '62 days' from bookings
    where end_at > now() - interval '62 days'`,
  `insert into activity_log (id, workspace_id, booking_id, actor, source, action, created_at)
    select ${id(13, 'row_number() over ()')}, workspace_id, id, 'guest', 'web', 'booking.confirmed', created_at from bookings`,
  `insert into activity_log (id, workspace_id, actor, source, action, created_at, user_id, subject_type, subject_id)
    select ${id(14, 'row_number() over ()')}, workspace_id, 'Host', 'host_api', 'booking.canceled', updated_at, host_id, 'booking', id
    from bookings where status = 'canceled'`,
  `insert into activity_log (id, workspace_id, actor, source, action, created_at, user_id, api_key_id, agent_seat_id, subject_type, subject_id)
    select ${id(15, 'row_number() over ()')}, workspace_id, display_name, 'host_mcp', 'event_type.updated', created_at - interval '800 days',
      created_by_user_id, api_key_id, id, 'event_type', id from agent_seats`,
];

/** Rows of strangers and of the service, none of them old enough to be deleted. */
export const TRACES = ({ bookings: total }: Size): readonly string[] => [
  `insert into challenges (id, workspace_id, event_type_id, guest_email, receiving_email, status, verification_required, issue_no, issued_at,
      expires_at, client_network, source, created_at)
    select ${id(16, 'c')}, b.workspace_id, b.event_type_id, b.guest_email, b.guest_email, 'consumed', true, 1, t, t, '', 'web', t
    from generate_series(1, ${total} / 25) c, lateral (select now() - c * interval '5 seconds' as t) at, bookings b where b.id = ${id(12, 'c')}`,
  `insert into code_issues (challenge_id, issue_no, guest_email, receiving_email, created_at)
    select id, 1, guest_email, receiving_email, created_at from challenges`,
  `insert into attempts (id, booking_id, kind, request_hash, request, outcome, created_at)
    select id, id, 'confirm', sha256(id::text::bytea), '{}', '{}', created_at from challenges`,
  `insert into idempotency_records (scope, key, request_hash, booking_id, created_at)
    select 'seed', id::text, '', id, created_at from challenges`,
  `insert into stray_guesses (owner_hash, client_network, wrong, since)
    select sha256(id::text::bytea), '', 1, now() - interval '1 minute' from challenges limit 5000`,
  `insert into mail_deliveries (key, state, updated_at)
    select id || ':confirmed-1:guest', 'accepted', now() - (row_number() over ()) * interval '10 seconds' from bookings limit ${total} / 4`,
  `insert into local_mails (id, key, workspace_id, recipient, sender, subject, kind, text_body, html_body, created_at, test_mode, booking_id)
    select ${id(17, 'n')}, b.id || ':seed', b.workspace_id, b.guest_email, 'noreply@seed.test', 'Confirmed', 'booking_confirmed', repeat('x', 1000),
      repeat('y', 2000), now() - n * interval '10 seconds', true, b.id
    from generate_series(1, ${total} / 20) n, bookings b where b.id = ${id(12, 'n')}`,
  `insert into sign_in_links (id, email, token_hash, browser_hash, return_to, client_network, created_at, expires_at)
    select ${id(18, 'n')}, 'host-' || n || '@seed.test', sha256(('link' || n)::bytea), '', '/', '', now() - n * interval '10 seconds', now()
    from generate_series(1, ${total} / 100) n`,
  `insert into sessions (id, user_id, token_hash, rotated_at, ip, method, created_at, last_seen_at, expires_at)
    select ${id(19, 'row_number() over ()')}, id, sha256(id::text::bytea), now(), '', 'email', now(), now(), now() + interval '30 days'
    from users, generate_series(1, 1)`,
  `insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at, flow_status)
    select ${id(20, 'n')}, sha256(('device' || n)::bytea), 'BCDFGHJK', '', 'expired', 5, now() - n * interval '1 minute', now(), 'expired'
    from generate_series(1, ${total} / 50) n`,
  `insert into member_removals (id, workspace_id, user_id, status, acted_by, source, created_at)
    select ${id(21, 'n')}, workspace_id, user_id, 'removed', '{}', 'host_api', now() - interval '1 day' from memberships, generate_series(1, 1) n limit 1`,
  `insert into uninvited_mails (workspace_id, email, by_host, caused_at)
    select workspace_id, guest_email, false, now() - interval '1 hour' from bookings limit ${total} / 50`,
  `insert into outbox_mails (id, kind, subject_id, created_at, settled_at, outcome)
    select id, 'sign_in_link', id, created_at, created_at, 'mailed' from sign_in_links`,
  `insert into booking_origins (booking_id, networks, inbox_proved, look_at)
    select id, '{network}', true, end_at from bookings where end_at > now() and status <> 'canceled'`,
  `insert into booking_floods (id, workspace_id, host_id, networks, mail_domains, opened_at, last_at, mailed_at, closed_at)
    select ${id(22, 'n')}, b.workspace_id, b.host_id, '{network}', '{}', t, t, t, t
    from generate_series(1, ${total} / 100) n, lateral (select now() - n * interval '1 minute' as t) at, bookings b where b.id = ${id(12, 'n')}`,
  `insert into known_clients (client_hash, proved_at)
    select sha256(('client' || n)::bytea), now() - n * interval '1 minute' from generate_series(1, ${total} / 25) n`,
  `insert into test_bookings (booking_id, api_key_id, ended_at)
    select id, ${id(8, '1')}, now() - (row_number() over ()) * interval '10 seconds' from bookings where test_mode`,
  `insert into flow_nudges (flow, id, since, tries, nudged_at, next_at)
    select 'booking', id, now() - interval '1 hour', 1, now() - (row_number() over ()) * interval '1 second', now() from bookings limit ${total} / 50`,
];

/**
 * The same in the tables of webhooks: an endpoint that gets nearly all, and one that gets a thousandth. All are bookings that were delivered, but for the
 * oldest, which are of another type or were given up, and the newest, which wait.
 */
export const WEBHOOKS = ({ bookings: total }: Size): readonly string[] => [
  `insert into webhook_endpoints (id, workspace_id, url, host, payload, secret, secret_key, made_by)
    select ${id(30, 'n')}, ${id(1, '1')}, 'https://hooks-' || n || '.test/', 'hooks-' || n || '.test', 'thin', '', 'seed', ${id(2, '1')} from generate_series(1, 2) n`,
  `insert into webhook_events (id, workspace_id, type, subject_id, data, created_at)
    select ${id(31, 'n')}, ${id(1, '1')}, case when n > ${total} - 3 then 'member.removed' else 'booking.created' end, ${id(12, 'n')}, '{}',
      now() - n * interval '29 days' / ${total}
    from generate_series(1, ${total}) n`,
  `insert into webhook_deliveries (id, endpoint_id, event_id, workspace_id, subject_id, event_type, state, attempts, ended_at, created_at)
    select ${id(32, 'n')}, ${id(30, 'case when n % 1000 = 0 then 2 else 1 end')}, e.id, e.workspace_id, e.subject_id, e.type,
      case when n < 4 then 'pending' when n between ${total} - 9 and ${total} - 6 then 'given_up' else 'delivered' end, 1,
      case when n < 4 then null else e.created_at end, e.created_at
    from generate_series(1, ${total}) n join webhook_events e on e.id = ${id(31, 'n')}`,
];
