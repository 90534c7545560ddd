-- The language that a person chose for pages and mails (decision 0251). null: that of their browser.
alter table users add column language text check (language in ('en', 'de'));
