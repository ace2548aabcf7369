-- What operators did: append-only, each entry carrying the hash of the one before.
create table platform_audit (
  id bigint primary key,
  actor text not null,
  action text not null,
  subject text not null,
  -- JSON as it was hashed, so text rather than jsonb.
  detail text not null,
  at timestamptz not null,
  previous bytea not null,
  hash bytea not null
);

-- The end of the chain. Whoever appends locks this row, so that entries stand one after another.
create table platform_audit_head (
  only_row boolean primary key default true check (only_row),
  id bigint not null,
  hash bytea not null
);
insert into platform_audit_head (id, hash) values (0, decode(repeat('00', 32), 'hex'));

create function platform_audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger platform_audit_append_only before update or delete on platform_audit
  for each row execute function platform_audit_refuse();
create trigger platform_audit_no_truncate before truncate on platform_audit
  for each statement execute function platform_audit_refuse();

-- The head only moves to the entry that was just appended after it.
create function platform_audit_head_follows() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.id <> old.id + 1
    or not exists (select 1 from platform_audit a where a.id = new.id and a.previous = old.hash and a.hash = new.hash)
  then
    raise exception 'the audit log is append-only';
  end if;
  return new;
end $$;

create trigger platform_audit_head_moves before update or delete on platform_audit_head
  for each row execute function platform_audit_head_follows();
create trigger platform_audit_head_no_truncate before truncate on platform_audit_head
  for each statement execute function platform_audit_refuse();
