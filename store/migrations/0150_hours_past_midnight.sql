-- The hours of a date may end on the next one: 22:30 to 02:00 is 1350 to 1560 (decision 0361).
alter table date_overrides drop constraint date_overrides_check;
alter table date_overrides add constraint date_overrides_end check (end_minute > start_minute and end_minute < start_minute + 1440);
