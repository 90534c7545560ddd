-- Tables and columns of permits, leases and queues have the names that the code has.
alter table webhook_endpoints rename column held_since to waiting_since;
alter index webhook_endpoints_held rename to webhook_endpoints_waiting;
alter table webhook_endpoints alter column host set not null;
alter table webhook_deliveries rename column turn_at to sending_since;
alter table webhook_deliveries rename constraint webhook_deliveries_sending_has_turn to webhook_deliveries_sending_has_time;

alter table look_up_turns rename to look_up_leases;
alter table look_up_leases rename column at_work_until to leased_until;
alter table look_up_leases rename constraint look_up_turns_failure_has_time to look_up_leases_failure_has_time;
alter index look_up_turns_pkey rename to look_up_leases_pkey;
alter index look_up_turns_workspace rename to look_up_leases_workspace;
alter index look_up_turns_age rename to look_up_leases_age;
alter table registry_turns rename to registry_pace;
alter index registry_turns_pkey rename to registry_pace_pkey;

alter table prep_packs rename column starts_at to queued_at;
comment on column prep_packs.queued_at is 'When its first pack was queued; null: it was made for a refresh.';
alter index prep_packs_put_off rename to prep_packs_queued;
