-- online: each statement is committed alone (decision 0106). The setting says whether times block in which a host works at another place.
-- Until now Microsoft's did, and Google's did not.
alter table calendar_settings
  add column if not exists working_elsewhere text not null default 'free' check (working_elsewhere in ('busy', 'free'));

-- A host is locked before their times, as in a sync.
-- walk calendar_busy
with found as materialized (
  select b.calendar_id, b.event_id, b.user_id from calendar_busy b
  where b.ctid >= $1::tid and b.ctid < $2::tid and b.availability = 'working_elsewhere' and b.response <> 'declined' and b.blocks
    and not exists (select 1 from calendar_settings s where s.user_id = b.user_id and s.working_elsewhere = 'busy')
), hosts as (
  update users set busy_version = busy_version + 1 where id in (select user_id from found) returning id
)
update calendar_busy b set blocks = false from found f
where f.user_id in (select id from hosts) and b.calendar_id = f.calendar_id and b.event_id = f.event_id
  and b.availability = 'working_elsewhere' and b.response <> 'declined' and b.blocks;
