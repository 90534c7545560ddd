-- online: each statement is committed alone (decision 0106). The page of a team shows its last turns and those of 90 days.
create index concurrently if not exists booking_assignments_recent on booking_assignments (event_type_id, created_at desc);
