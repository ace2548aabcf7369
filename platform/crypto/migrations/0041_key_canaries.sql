-- By what a start sees that its secrets are the ones that this database was made with. A keyed hash says nothing of its key.
create table platform_key_canaries (
  name text primary key,
  canary bytea not null check (octet_length(canary) = 32),
  created_at timestamptz not null
);
