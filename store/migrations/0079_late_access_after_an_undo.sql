-- What a request that was under way made while an address was taken back ends in a second pass; null: that pass is still to come.
alter table address_changes add column late_ended_at timestamptz;
