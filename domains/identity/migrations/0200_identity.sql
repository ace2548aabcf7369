-- People (UID from 100001) and the house's own trading accounts (90001 to 100000).
create sequence identity_user_ids start 100001;
create sequence identity_house_ids start 90001 maxvalue 100000;

create table identity_users (
  id bigint primary key,
  email text unique check (email = lower(email)),
  -- E.164 with its plus sign; area_code is the dialling code of its country.
  phone text unique check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  area_code text,
  nickname text not null,
  signature text not null default '',
  head_portrait text,
  invite_code text not null unique,
  inviter_id bigint references identity_users (id),
  password_hash text,
  -- Withdrawals wait for a day after a change.
  credential_changed_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'frozen')),
  house_name text unique,
  demo boolean not null default false,
  credit_score integer not null default 100,
  vip_level smallint not null default 0,
  -- 0 not verified, 1 under audit, 2 verified, 3 failed.
  real_state smallint not null default 0,
  lang text not null,
  fiat text not null,
  created_at timestamptz not null,
  check (inviter_id <> id),
  check (house_name is not null or (password_hash is not null and (email is not null or phone is not null)))
);
create index identity_users_inviter on identity_users (inviter_id) where inviter_id is not null;

create table identity_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id),
  token_hash text not null unique,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  -- Coarse: written at most every ten minutes.
  seen_at timestamptz not null
);
create index identity_sessions_user on identity_sessions (user_id, seen_at);

-- The one valid code of a receiver and purpose. A row exists also where nothing was sent, so that answers are alike.
create table identity_codes (
  receiver text not null,
  purpose text not null check (purpose in ('register', 'forget', 'password')),
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (receiver, purpose)
);
create index identity_codes_expiry on identity_codes (expires_at);

-- How often something was tried by an account, a receiver or an address, and until when it must wait.
create table identity_attempts (
  key text primary key,
  count integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index identity_attempts_age on identity_attempts (last_at);
