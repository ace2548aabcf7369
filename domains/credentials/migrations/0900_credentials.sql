-- What a user confirms weighty steps with.
create table credentials_accounts (
  user_id bigint primary key,
  -- argon2id in PHC form; null until one was set.
  pay_hash text,
  pay_changed_at timestamptz,
  -- Secret of the authenticator, sealed with a key of the house; null where there is none.
  totp_sealed bytea,
  totp_at timestamptz,
  -- The newest time step of which a code was taken: that one and earlier ones are never taken again.
  totp_step bigint not null default 0,
  -- A secret that was shown and not yet confirmed by a code.
  pending_sealed bytea,
  pending_until timestamptz,
  check ((pay_hash is null) = (pay_changed_at is null)),
  check ((totp_sealed is null) = (totp_at is null)),
  check ((pending_sealed is null) = (pending_until is null))
);

-- Codes for a lost authenticator, each good once; keyed hashes.
create table credentials_backup_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
