-- Tells a worker's SECRET_KEY from the API's without saying it: another one makes every mailed code wrong. null: a worker of an older version.
alter table worker_heartbeats add column secret_mark text;
