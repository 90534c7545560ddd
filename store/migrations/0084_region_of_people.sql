-- In which region to write dates to a person (decision 0269): of the browser in which they signed in last. null: it named none.
alter table users add column browser_region text check (browser_region ~ '^([A-Z]{2}|[0-9]{3})$');
