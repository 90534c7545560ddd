-- What an invoice charges, as the payment provider lists it. Those that are there get it with the next look at their workspace.
alter table billing_invoices add column lines jsonb not null default '[]';
-- Since when those who pay should know that its money did not come. null: they know, or it is not so.
alter table checkout_intents add column failure_mail_due_at timestamptz;
