-- Signatures of requests that were taken, so that each is taken once: kept for longer than any request is accepted.
create table credentials_used_signatures (
  signature bytea primary key check (octet_length(signature) = 32),
  expires_at timestamptz not null
);
create index credentials_used_signatures_expiry on credentials_used_signatures (expires_at);
