-- True: a mail brought the host a calendar file of the booking, so all later mails bring one. Events that exist were written next to a file.
alter table calendar_events add column has_file boolean not null default true;
