-- The local mailbox: every mail of local mode, and in production the mails of test keys, which are stored and never sent.
create table local_mails (
  id uuid primary key,
  -- `booking:step:recipient`: a mail sent again is the same mail
  key text not null unique check (length(key) between 1 and 80),
  workspace_id uuid references workspaces (id) on delete cascade,
  recipient citext not null,
  sender text not null,
  subject text not null,
  kind text not null,
  text_body text not null,
  html_body text not null,
  -- [{name, contentType, content}], content as text
  attachments jsonb not null default '[]',
  created_at timestamptz not null
);
create index local_mails_by_recipient on local_mails (recipient, created_at desc, id desc);
create index local_mails_by_time on local_mails (created_at desc, id desc);
create index local_mails_by_workspace on local_mails (workspace_id, created_at desc, id desc) where workspace_id is not null;

-- Mails handed to the provider. Holds neither address nor text: the key names the booking and the step.
create table mail_deliveries (
  key text primary key check (length(key) between 1 and 80),
  -- sending: handed over, answer unknown; a repeat asks the provider first
  state text not null check (state in ('sending', 'accepted', 'refused')),
  provider_message_id text,
  -- why a refused mail was refused, in one word
  reason text,
  updated_at timestamptz not null
);
create index mail_deliveries_updated on mail_deliveries (updated_at);
