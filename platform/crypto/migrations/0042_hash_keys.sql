-- Keys of keyed hashes and sealed texts that were ever the current one. Rows name the key that they depend on by its id, or by
-- null, which is the first one.
create table platform_hash_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  canary bytea not null check (octet_length(canary) = 32),
  is_first boolean not null,
  since timestamptz not null,
  -- Since when servers start without it.
  retired_at timestamptz
);
create unique index platform_hash_keys_first on platform_hash_keys (is_first) where is_first;

-- Secrets that outlive a change of the hash key, such as that of public tags: sealed with it.
create table platform_lasting_secrets (
  id int generated always as identity primary key,
  name text not null unique,
  sealed bytea not null
);
