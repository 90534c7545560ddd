-- The region of the web page that asked for a code and booked, such as US: mails to its guests write dates as people there do.
-- Null: none was named, or an older version wrote the row.
alter table challenges add column region text;
alter table bookings add column region text;
