-- online: each statement is committed alone (decision 0106). A meeting may move away from a start that its hosts were mailed about, and back (decision 0211).
-- Rows from before have the time of this statement.
alter table prep_mails add column if not exists mailed_at timestamptz not null default now();

alter table prep_mails alter column mailed_at set default clock_timestamp();
