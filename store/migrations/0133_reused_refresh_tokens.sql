-- A refresh token that comes twice within its grace is accepted, and noted (decision 0343). Networks are kept for 30 days.
alter table oauth_artifacts
  add column consumed_from text,
  add column reused_at timestamptz;
alter table oauth_grants
  add column reused_at timestamptz,
  add column reuse_networks text[];
