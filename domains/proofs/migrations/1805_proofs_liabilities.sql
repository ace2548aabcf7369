-- Statements of liabilities: once a day, what all users hold of each currency, as the roots of Merkle-sum trees. Append-only.
create table proofs_liabilities (
  day text primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- The canonical text as it was signed.
  body text not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  signature text not null,
  created_at timestamptz not null
);
create trigger proofs_liabilities_append_only before update or delete or truncate on proofs_liabilities
  for each statement execute function proofs_refuse_change();

-- From it follow the salts of the leaves and their order, which is no order of users. Deleted with the leaves.
create table proofs_liability_secrets (
  day text primary key references proofs_liabilities (day),
  secret bytea not null check (octet_length(secret) = 32)
);

-- Leaves in groups of neighbours, with the node above each group.
create table proofs_liability_leaves (
  day text not null references proofs_liabilities (day),
  currency_id int not null,
  position int not null check (position >= 0),
  -- Order key of the first leaf.
  first_key text not null,
  total numeric(38, 10) not null check (total > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- `uid amount` of each leaf, separated by commas.
  leaves text not null,
  primary key (day, currency_id, position)
);
