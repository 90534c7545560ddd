-- online: each statement is committed alone (decision 0106). The second pass after an undo looks for those that are still to come.
create index concurrently if not exists address_changes_late on address_changes (undone_at) where undone_at is not null and late_ended_at is null;
