-- no_show_undone: the host took a no-show back.
alter table booking_changes drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in
    ('requested', 'confirmed', 'approved', 'rescheduled', 'canceled', 'declined', 'expired', 'completed', 'no_show',
     'no_show_undone', 'host_changed', 'link_ready')) not valid;
