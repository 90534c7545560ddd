-- Every slug that a workspace has had stays its own: whoever took a freed one would inherit all links that were shared.
create table workspace_slugs (
  slug text primary key,
  workspace_id uuid not null references workspaces on delete cascade
);
create index workspace_slugs_of on workspace_slugs (workspace_id);
insert into workspace_slugs (slug, workspace_id) select slug, id from workspaces;

create function keep_workspace_slug() returns trigger language plpgsql as $$
begin
  insert into workspace_slugs (slug, workspace_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not exists (select 1 from workspace_slugs where slug = new.slug and workspace_id = new.id) then
    raise unique_violation using message = 'this slug was another workspace''s', constraint = 'workspace_slugs_pkey';
  end if;
  return null;
end $$;
create trigger workspaces_slug after insert or update of slug on workspaces
  for each row execute function keep_workspace_slug();
