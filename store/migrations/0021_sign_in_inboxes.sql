-- Links to sign in are counted by inbox, as all other mails: `+tags` and dots at Gmail make no new one. Rows of before count by their address.
alter table sign_in_links add column inbox citext;
create index sign_in_links_inbox on sign_in_links (inbox, created_at);
