-- In which language a code was asked for and a meeting booked, in two letters: what is mailed to its guests is in it. What an older
-- version writes while it is replaced is English, as all mails were. No check: adding one would read all bookings while they are locked.
alter table challenges add column language text not null default 'en';
alter table bookings add column language text not null default 'en';
