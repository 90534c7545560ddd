-- When a workspace's slug was chosen or its link was copied (decision 0294): from then on the first steps suggest no other. null: neither was done.
alter table workspaces add column slug_settled_at timestamptz;
