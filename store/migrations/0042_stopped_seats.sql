-- online: each statement is committed alone (decision 0106). Who stopped an agent that they had accepted is not asked by it again at once.

-- Of a seat from a claim: the folded address of the operator who was asked. null: of no claim.
alter table agent_seats add column if not exists operator_inbox citext;

create index concurrently if not exists agent_seats_operator on agent_seats (operator_inbox) where operator_inbox is not null;

update agent_seats s set operator_inbox = c.operator_inbox from native_claims c where c.api_key_id = s.api_key_id and s.operator_inbox is null;

-- Agents that act for people are told by mails of their own: no such kind was ever written.
alter table access_notices drop constraint if exists access_notices_kind_check,
  add constraint access_notices_kind_check check (kind in ('key', 'seat', 'passkey', 'linked_account')) not valid;
