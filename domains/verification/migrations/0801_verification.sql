-- The level of each person: 0 not verified, 1 identity data, 2 photos. No row is level 0.
create table verification_levels (
  user_id bigint primary key,
  level smallint not null check (level in (0, 1, 2)),
  changed_at timestamptz not null
);

-- What a person sent in for a level, and what came of it.
create table verification_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  level smallint not null check (level in (1, 2)),
  state text not null default 'auditing' check (state in ('auditing', 'verified', 'failed')),
  -- 0 identity card, 1 passport, 2 driving licence.
  id_type smallint check (id_type in (0, 1, 2)),
  name text,
  -- Number of the document: sealed, and as a keyed hash that finds the same one elsewhere.
  card_sealed bytea,
  card_hash bytea check (octet_length(card_hash) = 32),
  front_pic text,
  reverse_pic text,
  -- What an automatic check said: its name, and its remarks as codes.
  provider text not null,
  remarks text[] not null default '{}',
  -- Why it failed: a code of the list and the reviewer's own words.
  reason text,
  note text not null default '',
  decided_by text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (level <> 1 or (id_type is not null and name is not null and card_sealed is not null and card_hash is not null)),
  check (level <> 2 or (front_pic is not null and reverse_pic is not null)),
  check ((state = 'auditing') = (decided_at is null)),
  check ((state = 'failed') = (reason is not null))
);
-- One open request for each level.
create unique index verification_requests_open on verification_requests (user_id, level) where state = 'auditing';
create index verification_requests_user on verification_requests (user_id, id desc);
create index verification_requests_queue on verification_requests (state, id);
create index verification_requests_card on verification_requests (card_hash) where card_hash is not null;
