-- A workspace's own texts for the templates of prep packs, by the name of the template (decision 0159).
alter table workspaces add column prep_texts jsonb not null default '{}' check (jsonb_typeof(prep_texts) = 'object');
