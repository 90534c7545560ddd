-- Whether a mail brought the host a calendar file of the booking: then all later mails do. Events that exist were written beside such a file.
alter table calendar_events add column has_file boolean not null default true;
