-- An owner deletes a workspace: it is locked for 14 days, then its rows go (decision 0234).

-- erase_at: deleted, and erased from that day on; null: in use. erasing_at: the erasure has begun, and nothing brings the workspace back.
-- charges_ended_at: nothing is paid for it any more.
alter table workspaces add column erase_at timestamptz, add column erasing_at timestamptz, add column charges_ended_at timestamptz,
  add constraint workspaces_erasing check (erase_at is not null or (erasing_at is null and charges_ended_at is null));

-- Slugs of erased workspaces, as hashes: for a year nobody else gets links that guests still have.
create table retired_slugs (
  slug_hash bytea primary key,
  retired_at timestamptz not null default clock_timestamp()
);
create index retired_slugs_retired on retired_slugs (retired_at);

create or replace function keep_workspace_slug() returns trigger language plpgsql as $$
begin
  insert into workspace_slugs (slug, workspace_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select 1 from workspace_slugs where slug = new.slug and workspace_id = new.id)
    or exists (select 1 from retired_slugs where slug_hash = sha256(convert_to(new.slug, 'UTF8'))) then
    raise unique_violation using message = 'this slug was another workspace''s', constraint = 'workspace_slugs_pkey';
  end if;
  return null;
end $$;

-- Its owners are mailed as people: these mails outlive the workspace.
alter table account_mails add column workspace_name text, add column erase_at timestamptz,
  drop constraint account_mails_check, drop constraint account_mails_kind_check;
alter table account_mails
  add constraint account_mails_kind_check check (kind in ('address_link', 'address_changed', 'account_deleted',
    'workspace_deleted', 'workspace_restored', 'workspace_erased')),
  add constraint account_mails_change check ((kind in ('address_link', 'address_changed')) = (address_change_id is not null)),
  add constraint account_mails_workspace check (kind not like 'workspace%' or workspace_name is not null);

-- Entries keep the ids of keys and seats that are gone. Without these keys, the deletion of a key reads no log.
alter table activity_log drop constraint activity_log_api_key_id_fkey, drop constraint activity_log_agent_seat_id_fkey;
