-- online: each statement is committed alone (decision 0106). First packs that rest in a rush (decision 0187), look-ups that are tried again (0188).
comment on column prep_packs.starts_at is 'Since when its first pack waits for its turn; null: it waits for none.';

create index concurrently if not exists prep_packs_put_off on prep_packs (starts_at)
  where starts_at is not null and next_look_at is null and ended_at is null;

-- When a look-up that found nothing is tried again by itself; null: not. And how often it was, since somebody last asked for it.
alter table enrichments add column if not exists retry_at timestamptz;
alter table enrichments add column if not exists retries integer not null default 0 check (retries >= 0);

create index concurrently if not exists enrichments_retry on enrichments (retry_at) where retry_at is not null;
