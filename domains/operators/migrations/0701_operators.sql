create table operators_accounts (
  id bigint generated always as identity primary key,
  login text not null unique check (login = lower(login)),
  name text not null,
  role text not null check (role in ('support', 'finance', 'risk', 'admin')),
  lang text not null default 'en',
  password_hash text not null,
  totp_secret text not null,
  -- The last time step whose code was taken: a code works once.
  totp_step bigint not null default 0,
  failures int not null default 0,
  locked_until timestamptz,
  disabled boolean not null default false,
  created_at timestamptz not null
);

create table operators_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators_accounts,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);

-- What two people decide together.
create table operators_approvals (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  digest text not null,
  reason text not null,
  asked_by bigint not null references operators_accounts,
  decided_by bigint references operators_accounts check (decided_by is null or decided_by <> asked_by or state = 'refused'),
  state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
create index operators_approvals_by_state on operators_approvals (state, id desc);
