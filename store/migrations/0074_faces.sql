-- How guests see a person (decision 0256): a few words and a picture. As with workspace_avatars, the bytes stand apart, and a file's name
-- tells its content, not its owner.
alter table users add column bio text check (length(bio) between 1 and 300);
create table user_photos (
  user_id uuid primary key references users on delete cascade,
  file text not null check (file ~ '^photo-[0-9a-f]{32}\.(png|jpg|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 262144)
);
create index user_photos_file on user_photos (file);
