-- null: nothing was paid before. After it is the first purchase, of which owners and those who pay are told.
alter table subscription_changes alter column before drop not null;
comment on column automatic_refunds.payment_id is
  'What goes back: a payment; of what was paid from credit alone, its invoice';
