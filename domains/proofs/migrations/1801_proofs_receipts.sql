-- Receipts of settlements: the canonical text as it was signed. Nobody changes one, and each thing has at most one.
create table proofs_receipts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  user_id bigint not null,
  -- With it the owner shows that the hash of the owner in the text is theirs.
  salt text not null check (salt ~ '^[0-9a-f]{32}$'),
  body text not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  signature text not null,
  issued_at timestamptz not null,
  unique (kind, subject)
);
create index proofs_receipts_of_user on proofs_receipts (user_id, id desc);

create function proofs_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger proofs_receipts_append_only before update or delete or truncate on proofs_receipts
  for each statement execute function proofs_refuse_change();
