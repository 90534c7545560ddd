-- Teams that a person joins when they accept. One that is deleted meanwhile is left out.
alter table invitations add column team_ids uuid[] not null default '{}';
