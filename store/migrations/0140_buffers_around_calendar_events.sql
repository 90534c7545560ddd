-- True: the buffers of an event type hold around events of calendars, too.
alter table event_types add column buffers_around_calendar_events boolean not null default true;
