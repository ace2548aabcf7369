-- Public halves of every signing key ever used, so that old signatures stay checkable after a change of keys.
create table platform_signing_keys (
  id text primary key,
  purpose text not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  first_used_at timestamptz not null
);
