-- Conversations of customers with customer service. A customer is a user, or a visitor who has proved an e-mail address.

create table support_conversations (
  id bigint generated always as identity primary key,
  user_id bigint,
  visitor_email text,
  -- Hash of the secret that a visitor's calls carry.
  visitor_token bytea unique,
  lang text not null,
  kind text not null check (kind in ('chat', 'ticket')),
  state text not null check (state in ('waiting', 'active', 'closed')),
  subject text not null,
  -- Login and public name of the operator.
  assignee text,
  assignee_name text,
  -- When it entered the queue; the queue is served in this order.
  queued_at timestamptz not null,
  last_seq integer not null default 0 check (last_seq >= 0),
  read_seq integer not null default 0,
  operator_read_seq integer not null default 0,
  -- Messages of the other side after read_seq and operator_read_seq.
  unread integer not null default 0 check (unread >= 0),
  unanswered integer not null default 0 check (unanswered >= 0),
  -- First message of the customer since the last answer; null if the last word is the operator's.
  waiting_since timestamptz,
  first_answer_at timestamptz,
  last_text text not null default '',
  last_at timestamptz not null,
  rating smallint check (rating between 1 and 5),
  rating_comment text not null default '',
  transcript_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (closed_by in ('customer', 'operator')),
  merged_into bigint references support_conversations,
  check ((user_id is null) <> (visitor_email is null)),
  check ((visitor_email is null) = (visitor_token is null)),
  check ((state = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null)),
  check ((assignee is null) = (assignee_name is null)),
  check (state <> 'active' or assignee is not null),
  check (state <> 'waiting' or assignee is null),
  check (rating is null or state = 'closed'),
  check (merged_into is null or state = 'closed'),
  check (read_seq between 0 and last_seq and operator_read_seq between 0 and last_seq)
) with (fillfactor = 60);
create unique index support_one_chat on support_conversations (user_id) where state <> 'closed' and kind = 'chat';
create index support_of_user on support_conversations (user_id, last_at desc);
create index support_of_visitor on support_conversations (visitor_email) where visitor_email is not null;
create index support_queue on support_conversations (queued_at, id) where state = 'waiting';
create index support_of_operator on support_conversations (assignee) where state = 'active';
create index support_recent on support_conversations (created_at);

create table support_messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references support_conversations,
  seq integer not null check (seq > 0),
  author text not null check (author in ('customer', 'operator', 'system')),
  -- Who wrote it, for the uniqueness of client ids: user:<uid>, visitor:<e-mail>, operator:<login>; empty for events.
  sender text not null,
  client_id text,
  text text not null,
  event text check (event in ('joined', 'left', 'closed_by_customer', 'closed_by_operator', 'merged')),
  file text,
  reference jsonb,
  created_at timestamptz not null,
  check ((author = 'system') = (event is not null)),
  check ((author = 'system') = (client_id is null)),
  unique (conversation_id, seq)
);
create unique index support_messages_once on support_messages (sender, client_id) where client_id is not null;

create table support_notes (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references support_conversations,
  author text not null,
  text text not null,
  created_at timestamptz not null
);
create index support_notes_of on support_notes (conversation_id, id);

create table support_canned (
  id bigint generated always as identity primary key,
  shortcut text not null unique,
  -- Text by language; languages without one are absent.
  texts jsonb not null check (texts ? 'en'),
  updated_at timestamptz not null,
  updated_by text not null
);
