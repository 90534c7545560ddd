-- Whether times block in which a host works at another place. Until now Microsoft's did, and Google's did not.
alter table calendar_settings add column working_elsewhere text not null default 'free' check (working_elsewhere in ('busy', 'free'));
with freed as (
  update calendar_busy set blocks = false where availability = 'working_elsewhere' and response <> 'declined' and blocks returning user_id
)
update users set busy_version = busy_version + 1 where id in (select user_id from freed);
