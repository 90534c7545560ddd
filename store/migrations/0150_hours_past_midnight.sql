-- online: each statement is committed alone (decision 0106). The check is validated in a second step, while the table is in use.
-- The hours of a date may end on the next one: 22:30 to 02:00 is 1350 to 1560 (decision 0361).
alter table date_overrides drop constraint if exists date_overrides_check, drop constraint if exists date_overrides_end,
  add constraint date_overrides_end check (end_minute > start_minute and end_minute < start_minute + 1440) not valid;

alter table date_overrides validate constraint date_overrides_end;
