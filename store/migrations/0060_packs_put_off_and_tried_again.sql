-- online: each statement is committed alone (decision 0106). First packs that rest in a rush (decision 0187).
comment on column prep_packs.starts_at is 'Since when its first pack waits for its turn; null: it waits for none.';

create index concurrently if not exists prep_packs_put_off on prep_packs (starts_at)
  where starts_at is not null and next_look_at is null and ended_at is null;
