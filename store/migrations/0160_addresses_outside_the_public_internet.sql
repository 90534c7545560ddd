-- online: each statement is committed alone (decision 0106). An address outside the public internet has a class and a status of its own.
-- In two steps: older rows are read while nobody waits for the table.
alter table enrichments drop constraint if exists enrichments_status_check,
  add constraint enrichments_status_check check (status in ('pending', 'running', 'succeeded', 'degraded', 'failed',
    'skipped_no_credits', 'skipped_personal_email', 'skipped_non_public_domain', 'skipped_off')) not valid;

alter table enrichments validate constraint enrichments_status_check;

alter table enrichments drop constraint if exists enrichments_email_class_check,
  add constraint enrichments_email_class_check
  check (email_class in ('business', 'free', 'disposable', 'role', 'non_public')) not valid;

alter table enrichments validate constraint enrichments_email_class_check;

-- No personal provider and no company to look up: until now that meant such an address.
update enrichments set status = 'skipped_non_public_domain', email_class = 'non_public'
where status = 'skipped_personal_email' and email_class in ('business', 'role');
