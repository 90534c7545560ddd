-- online: each statement is committed alone (decision 0106). An address outside the public internet has a class and a status of its own.
-- The checks are validated in a second step: nobody waits for the table while older rows are read.
alter table enrichments drop constraint if exists enrichments_status_check,
  add constraint enrichments_status_check check (status in ('pending', 'running', 'succeeded', 'degraded', 'failed',
    'skipped_no_credits', 'skipped_personal_email', 'skipped_non_public_domain', 'skipped_off')) not valid;

alter table enrichments validate constraint enrichments_status_check;

alter table enrichments drop constraint if exists enrichments_email_class_check,
  add constraint enrichments_email_class_check
  check (email_class in ('business', 'free', 'disposable', 'role', 'non_public')) not valid;

alter table enrichments validate constraint enrichments_email_class_check;

-- No personal provider and no company to look up: until now that meant such an address.
-- walk enrichments
update enrichments set status = 'skipped_non_public_domain', email_class = 'non_public'
where ctid >= $1::tid and ctid < $2::tid and status = 'skipped_personal_email' and email_class in ('business', 'role');
