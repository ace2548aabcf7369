-- Choices by group and way; null is the default of the group.
alter table messages_preferences alter column mail drop not null;
alter table messages_preferences add column in_app boolean;
alter table messages_preferences add column push boolean;

-- Browsers that receive pushes, each bound to the session that registered it.
create table messages_push_targets (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  session_id bigint not null,
  endpoint text not null unique,
  -- Public key and secret of the browser.
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
create index messages_push_targets_user on messages_push_targets (user_id, id);
