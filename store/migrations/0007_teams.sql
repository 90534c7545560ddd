-- Teams: people who share event types, one at a time in turn (round robin) or all together (collective).

create table teams (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null check (length(name) between 1 and 120),
  timezone text not null,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index teams_address on teams (workspace_id, slug) where archived_at is null;
create index teams_list on teams (workspace_id, created_at desc, id desc);
create trigger teams_version before update on teams for each row execute function count_version();

-- Who leaves the workspace leaves its teams.
create table team_members (
  team_id uuid not null references teams on delete cascade,
  workspace_id uuid not null,
  user_id uuid not null,
  -- How many turns of the round robin for one of a member with weight 1.
  weight integer not null default 1 check (weight between 1 and 100),
  -- Attends every meeting of the team, and takes no turns.
  fixed boolean not null default false,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (team_id, user_id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index team_members_person on team_members (workspace_id, user_id);

create function count_team_version() returns trigger language plpgsql as $$
begin
  update teams set version = version where id = coalesce(new.team_id, old.team_id);
  return null;
end $$;
create trigger team_members_version after insert or update or delete on team_members
  for each row execute function count_team_version();

-- One host or one team. Where host_id is null, whatever looks for a host's events passes by.
alter table event_types
  alter column host_id drop not null,
  add column team_id uuid references teams,
  add column assignment text check (assignment in ('round_robin', 'collective')),
  add constraint event_types_host_or_team check (num_nonnulls(host_id, team_id) = 1),
  add constraint event_types_team_has_assignment check ((team_id is null) = (assignment is null));
-- Whatever ends or changes a team looks for all its events, archived ones too.
create index event_types_team_id on event_types (team_id) where team_id is not null;
create unique index event_types_team_address on event_types (team_id, slug) where archived_at is null and team_id is not null;

-- Who meets besides bookings.host_id, the organizing host.
create table booking_hosts (
  booking_id uuid not null references bookings on delete cascade,
  user_id uuid not null references users,
  position smallint not null,
  primary key (booking_id, user_id)
);
create index booking_hosts_user on booking_hosts (user_id);

-- Turns taken. Level: (assigned + credit) / weight; the lowest is next. Credit is what a member is counted as having had when they
-- join, so that nobody new is flooded. Written under the lock of the event type.
create table round_robin_shares (
  event_type_id uuid not null references event_types on delete cascade,
  user_id uuid not null references users on delete cascade,
  assigned integer not null default 0,
  credit double precision not null default 0,
  last_assigned_at timestamptz,
  primary key (event_type_id, user_id)
);

-- Why a meeting went to its host: the candidates in their order, with levels and what kept the others. counted: it is in the shares.
create table booking_assignments (
  booking_id uuid primary key references bookings on delete cascade,
  event_type_id uuid not null references event_types,
  user_id uuid not null references users,
  counted boolean not null default true,
  reason jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index booking_assignments_counted on booking_assignments (event_type_id, user_id) where counted;

-- Whoever cancels a meeting or hands it over, and however: the turn follows.
create function settle_turn() returns trigger language plpgsql as $$
declare
  turn booking_assignments;
begin
  select * into turn from booking_assignments where booking_id = new.id and counted;
  if not found then return null; end if;
  if new.status = 'canceled' then
    update round_robin_shares set assigned = assigned - 1 where event_type_id = turn.event_type_id and user_id = turn.user_id;
    update booking_assignments set counted = false where booking_id = new.id;
  elsif new.host_id <> turn.user_id then
    update round_robin_shares set assigned = assigned - 1 where event_type_id = turn.event_type_id and user_id = turn.user_id;
    update round_robin_shares set assigned = assigned + 1 where event_type_id = turn.event_type_id and user_id = new.host_id;
    update booking_assignments set user_id = new.host_id, counted = found where booking_id = new.id;
  end if;
  return null;
end $$;
create trigger bookings_turn after update of status, host_id on bookings for each row
  when (old.status <> 'canceled' and new.status = 'canceled' or old.host_id <> new.host_id)
  execute function settle_turn();

-- Who leaves a team, or attends every meeting from now on, leaves the turns behind: coming back is joining.
create function leave_turns() returns trigger language plpgsql as $$
begin
  update booking_assignments a set counted = false
    from event_types e where e.team_id = old.team_id and a.event_type_id = e.id and a.user_id = old.user_id and a.counted;
  delete from round_robin_shares s
    using event_types e where e.team_id = old.team_id and s.event_type_id = e.id and s.user_id = old.user_id;
  return null;
end $$;
create trigger team_members_left after delete on team_members for each row execute function leave_turns();
create trigger team_members_fixed after update of fixed on team_members for each row
  when (new.fixed and not old.fixed) execute function leave_turns();

-- Another weight counts from now on: the level stays, and with it the order.
create function keep_level() returns trigger language plpgsql as $$
begin
  update round_robin_shares s set credit = (s.assigned + s.credit) / old.weight * new.weight - s.assigned
    from event_types e where e.team_id = new.team_id and s.event_type_id = e.id and s.user_id = new.user_id;
  return null;
end $$;
create trigger team_members_weight after update of weight on team_members for each row
  when (new.weight <> old.weight) execute function keep_level();
