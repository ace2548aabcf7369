-- Signed statements of where the audit chain stood. Each names the one before by its hash, and all of them stand in a file
-- outside of the database too, so that who owns the database cannot rewrite the log unseen.
create table platform_audit_heads (
  number bigint primary key check (number > 0),
  -- Number and hash of the last entry then.
  entry bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- Unix ms, as signed.
  at bigint not null,
  previous bytea not null check (octet_length(previous) = 32),
  key text not null,
  signature bytea not null check (octet_length(signature) = 64)
);
create trigger platform_audit_heads_append_only before update or delete on platform_audit_heads
  for each row execute function platform_audit_refuse();
create trigger platform_audit_heads_no_truncate before truncate on platform_audit_heads
  for each statement execute function platform_audit_refuse();
