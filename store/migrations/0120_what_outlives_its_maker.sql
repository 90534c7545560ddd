-- online: everybody reads memberships, so each statement is committed alone and locks one table (decision 0106).
-- What a former owner of a workspace may do while meetings wait for the new owner's decision, and what ended with a take-over (decision 0330).

-- Set by a take-over: a removal that stops does not open the door again. Until an owner removes them, the member can do nothing there.
alter table memberships add column if not exists stays_closed boolean not null default false;

-- Whether webhooks that the member set are switched off at the end of the removal.
alter table member_removals add column if not exists disables_webhooks boolean not null default false;

-- What ended with a take-over and what is kept, by way: {"ended": {"webhooks": {"count": 1, "names": ["hooks.example"]}}, "kept": {…}}.
-- null: nobody took it over, or a release before this one carried it out.
alter table workspace_claims add column if not exists outcome jsonb;
