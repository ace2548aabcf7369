-- Whose wallet a payee of a user is, as the last large withdrawal named it: sealed, so that the user is not asked again.
create table compliance_wallets (
  id bigint generated always as identity unique,
  user_id bigint not null,
  -- Keyed hash of network and address, as in the address book.
  payee_hash bytea not null,
  sealed bytea not null,
  changed_at timestamptz not null,
  primary key (user_id, payee_hash)
);
