-- A notice that its reader removed keeps its key, so that its step does not tell again.
alter table messages_notices add column removed_at timestamptz;
create index messages_notices_unread on messages_notices (user_id) where read_at is null and removed_at is null;

-- Groups of notices whose mails a user turned on or off.
create table messages_preferences (
  user_id bigint not null,
  group_name text not null,
  mail boolean not null,
  primary key (user_id, group_name)
);
