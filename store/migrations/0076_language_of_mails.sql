-- In which language to write to a person (decision 0258): of the pages in which they signed in last, if they chose none.
alter table users add column browser_language text check (browser_language in ('en', 'de'));
-- Of the page that asked for the link: whoever has no account yet gets the mail in it.
alter table sign_in_links add column language text check (language in ('en', 'de'));
-- How its person reads it, when it was noted: some mails leave after their account or address is gone. null: English and UTC.
alter table account_mails add column language text check (language in ('en', 'de'));
alter table account_mails add column timezone text;
