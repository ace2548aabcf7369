-- The setup of an operator's login, asked for by one operator and approved by another. Each has a half of the code, so that neither
-- can log in as the new operator alone. Deleted when it is used.
create table operators_invitations (
  operator_id bigint primary key references operators_accounts (id),
  approved_by bigint not null references operators_accounts (id),
  -- SHA-256 of the half of the one who asked.
  first_hash bytea not null,
  -- The same of the approver; null until they have taken it.
  second_hash bytea,
  -- Base32; made when the setup begins.
  totp_secret text,
  expires_at timestamptz not null
);
