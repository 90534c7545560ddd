-- Workspaces.

create table workspaces (
  id uuid primary key,
  slug text not null unique,
  -- The time at which the slug was chosen or its link copied. From then on the first steps suggest no other slug.
  slug_settled_at timestamptz,
  name text not null,
  -- The color of the workspace's pages.
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Defaults: the zone of new schedules, new teams and statistics. week_starts_on, null: as in the reader's region. language, for
  -- guests and members whose own is unknown, null: English. booking_defaults: settings of new event types, only those that were
  -- chosen.
  timezone text not null default 'UTC',
  week_starts_on text check (week_starts_on in ('monday', 'sunday', 'saturday')),
  language text check (language ~ '^[a-z]{2}$'),
  booking_defaults jsonb not null default '{}' check (jsonb_typeof(booking_defaults) = 'object'),
  -- False: no company is looked up for this workspace.
  prep_lookups boolean not null default true,
  -- The workspace's texts for the templates of prep packs, by template.
  prep_texts jsonb not null default '{}' check (jsonb_typeof(prep_texts) = 'object'),
  -- Max upcoming bookings of one host from one network, and from one mail domain; null: the default of
  -- domain/booking/upcoming-caps.ts.
  upcoming_per_network integer,
  upcoming_per_mail_domain integer,
  plan text not null check (plan in ('free', 'starter', 'plus', 'growth')),
  subscription_status text not null check (subscription_status in ('trialing', 'active', 'past_due', 'inactive')),
  -- Members that the subscription pays for; null: nothing is paid (trial, free, or a plan granted by hand).
  seats integer check (seats >= 1),
  trial_ends_at timestamptz,
  -- The two mails about a trial. trial_ended_at is null where a subscription replaced the trial.
  trial_reminded_at timestamptz,
  trial_ended_at timestamptz,
  trial_end_mailed_at timestamptz,
  -- Set when the workspace is deleted: the day on which it is erased. Once erasing_at is set, it cannot be restored.
  -- charges_ended_at: the subscriptions have ended.
  erase_at timestamptz,
  erasing_at timestamptz,
  -- The time of the next step of an erasure; null: erase_at.
  erasure_due_at timestamptz,
  charges_ended_at timestamptz,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint workspaces_trial_has_end check (subscription_status <> 'trialing' or trial_ends_at is not null),
  constraint workspaces_erasing check (erase_at is not null or (erasing_at is null and charges_ended_at is null))
);
create index workspaces_trials on workspaces (trial_ends_at) where subscription_status = 'trialing';
create index workspaces_trial_ends_to_mail on workspaces (trial_ended_at)
  where trial_end_mailed_at is null and trial_ended_at is not null;
create index workspaces_erased on workspaces (erase_at) where erase_at is not null;
create trigger workspaces_version before update on workspaces for each row execute function count_version();

-- All slugs that a workspace ever had. No other workspace gets them, because shared links must not lead to it.
create table workspace_slugs (
  slug text primary key,
  workspace_id uuid not null references workspaces on delete cascade
);
create index workspace_slugs_of on workspace_slugs (workspace_id);

-- Slugs of erased workspaces, as sha256: nobody gets them for a year.
create table retired_slugs (
  slug_hash bytea primary key,
  retired_at timestamptz not null default clock_timestamp()
);
create index retired_slugs_retired on retired_slugs (retired_at);

create function keep_workspace_slug() returns trigger language plpgsql as $$
begin
  insert into workspace_slugs (slug, workspace_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select 1 from workspace_slugs where slug = new.slug and workspace_id = new.id)
    or exists (select 1 from retired_slugs where slug_hash = sha256(convert_to(new.slug, 'UTF8'))) then
    raise unique_violation using message = 'this slug was another workspace''s', constraint = 'workspace_slugs_pkey';
  end if;
  return null;
end $$;
create trigger workspaces_slug after insert or update of slug on workspaces for each row execute function keep_workspace_slug();

-- The bytes have a table of their own, so that reading a workspace never loads them. The file's name is a hash of its content.
create table workspace_avatars (
  workspace_id uuid primary key references workspaces on delete cascade,
  file text not null check (file ~ '^avatar-[0-9a-f]{32}\.(png|jpg|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);
create index workspace_avatars_file on workspace_avatars (file);
