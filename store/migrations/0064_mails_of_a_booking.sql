-- online: each statement is committed alone (decision 0106). Mails of a booking that its guest's deletion takes with it: without the index
-- each deletion read the whole table.
create index concurrently if not exists local_mails_of_booking on local_mails (split_part(key, ':', 1));
