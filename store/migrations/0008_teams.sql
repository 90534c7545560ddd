-- Teams and their members.

create table teams (
  id uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null check (length(name) between 1 and 120),
  timezone text not null,
  archived_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default now()
);
create unique index teams_address on teams (workspace_id, slug) where archived_at is null;
create index teams_list on teams (workspace_id, created_at desc, id desc);
create index teams_list_active on teams (workspace_id, created_at desc, id desc) where archived_at is null;
create trigger teams_version before update on teams for each row execute function count_version();

-- Deleted with the membership.
create table team_members (
  team_id uuid not null references teams on delete cascade,
  workspace_id uuid not null,
  user_id uuid not null,
  -- The number of meetings of a round robin for each one of a member with weight 1.
  weight integer not null default 1 check (weight between 1 and 100),
  -- Attends every meeting of the team, and is not part of the round robin.
  fixed boolean not null default false,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (team_id, user_id),
  constraint team_members_workspace_id_user_id_fkey
    foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index team_members_person on team_members (workspace_id, user_id);

create function count_team_version() returns trigger language plpgsql as $$
begin
  update teams set version = version where id = coalesce(new.team_id, old.team_id);
  return null;
end $$;
create trigger team_members_version after insert or update or delete on team_members
  for each row
  execute function count_team_version();
