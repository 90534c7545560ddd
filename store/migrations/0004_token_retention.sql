-- When the sweep looks whether a link's meeting is long over. Meetings move: it then puts the look off, so that moving one writes nothing here.
alter table booking_tokens add column look_at timestamptz not null default now() + interval '62 days';
create index booking_tokens_look on booking_tokens (look_at);
