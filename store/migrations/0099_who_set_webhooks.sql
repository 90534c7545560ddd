-- Who set what of a webhook, and with what: what a stopped key or a thief's session has set is switched off, and who left is known (decision 0305).
create table webhook_setters (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  setting text not null check (setting in ('url', 'payload', 'secret')),
  -- null: not known, or gone.
  user_id uuid references users on delete set null,
  -- null: a signed-in person. Without a key to it: one that is gone has ended.
  key_id uuid,
  set_at timestamptz not null default clock_timestamp(),
  primary key (endpoint_id, setting)
);
create index webhook_setters_key on webhook_setters (key_id) where key_id is not null;
create index webhook_setters_user on webhook_setters (user_id);

-- Of webhooks from before: what the log knows of the last time.
insert into webhook_setters (endpoint_id, setting, user_id, key_id, set_at)
select e.id, s.setting, case when l.id is null then e.made_by else l.user_id end, l.api_key_id, coalesce(l.created_at, e.created_at)
from webhook_endpoints e cross join (values ('url'), ('payload'), ('secret')) s (setting)
  left join lateral (
    select l.id, u.id as user_id, l.api_key_id, l.created_at from activity_log l left join users u on u.id = l.user_id
    where l.workspace_id = e.workspace_id and l.subject_type = 'webhook' and l.subject_id = e.id and l.created_at >= e.created_at and (
      l.action = 'webhook.created' or (s.setting = 'secret' and l.action = 'webhook.secret_rotated')
      or (l.action = 'webhook.updated' and l.data -> 'after' ? (case s.setting when 'url' then 'isSameUrl' else s.setting end)))
    order by l.created_at desc, l.id desc limit 1) l on true;

alter table webhook_endpoints
  -- When access that had set it was stopped last: its secret from before is known, and what was set before stops it no more.
  add column stopped_at timestamptz not null default '-infinity',
  drop constraint webhook_endpoints_disabled_reason_check,
  add constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('by_hand', 'gone', 'failing', 'access_stopped'));

-- A guest of its booking was deleted then: what an attempt from before is answered is not kept.
alter table webhook_deliveries add column forgotten_at timestamptz;
