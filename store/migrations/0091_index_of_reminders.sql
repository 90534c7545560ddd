-- online: each statement is committed alone (decision 0106). The sweep looks for bookings whose reminder is due. Only those that still have one are here.
create index concurrently if not exists bookings_remind_at on bookings (remind_at) where remind_at is not null;
