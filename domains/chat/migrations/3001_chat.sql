-- Public chat rooms. Every visible change of a message takes the next number of its room, so that readers see a gap.

create table chat_rooms (
  id bigint generated always as identity primary key,
  lang text,
  market_id integer,
  open boolean not null default true,
  -- Seconds between two messages of an author; 0: no slow mode.
  slow_mode_s integer not null default 0 check (slow_mode_s >= 0),
  position integer not null default 0,
  last_seq bigint not null default 0 check (last_seq >= 0),
  last_at timestamptz,
  check ((lang is null) <> (market_id is null))
) with (fillfactor = 50);
create unique index chat_rooms_lang on chat_rooms (lang) where lang is not null;
create unique index chat_rooms_market on chat_rooms (market_id) where market_id is not null;

-- Users who have written or blocked; other readers know them by this id only.
create table chat_authors (
  id bigint generated always as identity primary key,
  user_id bigint not null unique,
  created_at timestamptz not null
);

create table chat_messages (
  id bigint generated always as identity primary key,
  room_id bigint not null references chat_rooms,
  author_id bigint not null references chat_authors,
  -- Chosen by the sender: a repeated request stores nothing.
  client_id text not null,
  -- Number of the last visible change; 0 while the message has never been shown.
  seq bigint not null check (seq >= 0),
  state text not null check (state in ('shown', 'held', 'removed')),
  text text not null,
  -- As they were when the message was written.
  nickname text not null,
  vip_level integer not null,
  reply_to bigint references chat_messages,
  holds text[] not null default '{}',
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  check (state <> 'shown' or seq > 0),
  check ((decided_by is null) = (decided_at is null))
) with (fillfactor = 80);
create unique index chat_messages_once on chat_messages (author_id, client_id);
create unique index chat_messages_seq on chat_messages (room_id, seq) where seq > 0;
create index chat_messages_room on chat_messages (room_id, id desc);
create index chat_messages_of_author on chat_messages (author_id, room_id, created_at desc);
create index chat_messages_held on chat_messages (id desc) where state = 'held';

create table chat_reports (
  message_id bigint not null references chat_messages,
  user_id bigint not null,
  reason text not null check (reason in ('scam', 'insult', 'spam', 'private_data', 'other')),
  comment text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (message_id, user_id)
);
create index chat_reports_open on chat_reports (message_id) where closed_at is null;

-- Mutes by moderators; room 0 stands for all rooms.
create table chat_mutes (
  author_id bigint not null references chat_authors,
  room_id bigint not null,
  until timestamptz not null,
  muted_by text not null,
  reason text not null,
  primary key (author_id, room_id)
);

create table chat_blocks (
  user_id bigint not null,
  author_id bigint not null references chat_authors,
  created_at timestamptz not null,
  primary key (user_id, author_id)
);
