-- What the house told a user. The text is made when it is read, in the language of the reader.
create table messages_notices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- One step tells once, however often it is tried.
  key text not null unique,
  kind text not null,
  values jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create index messages_notices_of_user on messages_notices (user_id, id desc);
