-- In which language a code was asked for and a meeting booked, in two letters: what is mailed to its guests is in it. What an older
-- version writes while it is replaced is English, as all mails were.
alter table challenges add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
alter table bookings add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
