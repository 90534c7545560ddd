-- online: each statement is committed alone (decision 0106). What operators watch of look-ups and packs (decision 0176).
-- Why sources failed when the domain was last asked, by source; null: not asked, or asked now.
alter table look_up_turns add column if not exists failures jsonb;

create index concurrently if not exists enrichments_running on enrichments (updated_at) where status = 'running';

create index concurrently if not exists prep_packs_unmade on prep_packs (booking_id) where status = 'failed' and ended_at is null;
