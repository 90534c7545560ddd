-- online
create index concurrently if not exists uninvited_mails_unpaid_networks on uninvited_mails using gin (unpaid_networks) where unpaid_networks is not null;
