-- A workspace as its guests see it: a colour beside its name, and a picture. Bytes stand apart, so that no reading of a workspace
-- drags them along. The same picture may be several workspaces': a file's name tells its content, not its owner.
alter table workspaces add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
create table workspace_avatars (
  workspace_id uuid primary key references workspaces on delete cascade,
  file text not null check (file ~ '^avatar-[0-9a-f]{32}\.(png|jpg|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);
create index workspace_avatars_file on workspace_avatars (file);
