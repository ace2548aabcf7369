-- The first reply to a request that moves money, kept for two days under the key that the client chose.
create table platform_idempotency (
  caller text not null,
  path text not null,
  key text not null,
  input_hash bytea not null,
  -- {"ok": payload} or {"refused": code, "values": {...}}; written in the same transaction as the row.
  reply json,
  created_at timestamptz not null,
  primary key (caller, path, key)
);
create index platform_idempotency_age on platform_idempotency (created_at);
