-- Double entry: balances are what the postings say, and the database itself refuses what cannot be.

create table ledger_currencies (
  id int primary key check (id between 1 and 4095),
  code text not null unique check (code ~ '^[A-Z0-9]{2,10}$'),
  title text not null,
  kind text not null check (kind in ('coin', 'fiat', 'stock')),
  -- Decimals of the smallest unit; fixed for good.
  decimals smallint not null check (decimals between 0 and 10),
  position int not null,
  enabled boolean not null default true
);

create table ledger_accounts (
  id bigint primary key,
  user_id bigint,
  name text not null,
  shard smallint not null default 0 check (shard between 0 and 15),
  may_go_negative boolean not null default false,
  unique (id, may_go_negative),
  -- Ids are computed, never looked up: a user's from the user id and the type, the house's below 65536.
  check (
    case when user_id is null then id between 16 and 65535 and id % 16 = shard
    else shard = 0 and id = user_id * 8 + array_position(array['legal', 'change', 'lever', 'micro'], name) end
  ),
  -- Only the outside world may owe.
  check (not may_go_negative or (user_id is null and name = 'external'))
);

create table ledger_balances (
  account_id bigint not null,
  currency_id int not null references ledger_currencies (id),
  available numeric(38, 10) not null default 0,
  held numeric(38, 10) not null default 0,
  may_go_negative boolean not null default false,
  primary key (account_id, currency_id),
  foreign key (account_id, may_go_negative) references ledger_accounts (id, may_go_negative),
  constraint ledger_balances_not_negative check (may_go_negative or (available >= 0 and held >= 0))
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create sequence ledger_journal_ids as bigint;

create table ledger_journals (
  id bigint primary key default nextval('ledger_journal_ids'),
  key text not null,
  kind text not null,
  reference text not null,
  -- What a replay must equal. Empty for journals of an engine's batch, which are never replayed.
  input_hash bytea,
  at timestamptz not null,
  constraint ledger_journals_key unique (key)
);
alter sequence ledger_journal_ids owned by ledger_journals.id;

-- One row moves available and held of one balance at once; the balance before it is the one after minus the movement.
create table ledger_postings (
  id bigint generated always as identity,
  journal_id bigint not null,
  account_id bigint not null,
  at timestamptz not null,
  currency_id int not null,
  available numeric(38, 10) not null,
  held numeric(38, 10) not null,
  available_after numeric(38, 10) not null,
  held_after numeric(38, 10) not null
);
-- Ids grow with every posting to a balance, so this is also the order of a statement.
create index ledger_postings_account on ledger_postings (account_id, id);
-- Postings lie in the order of their journals: a summary per block range finds them and costs next to nothing to keep.
create index ledger_postings_journal on ledger_postings using brin (journal_id) with (pages_per_range = 16, autosummarize = on);

create function ledger_check_sums() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select journal_id, currency_id, sum(available + held) as rest into wrong
  from new_postings group by journal_id, currency_id having sum(available + held) <> 0 limit 1;
  if found then
    raise exception 'journal % does not sum to zero in currency %: %', wrong.journal_id, wrong.currency_id, wrong.rest
      using errcode = 'check_violation', constraint = 'ledger_postings_sum_to_zero';
  end if;
  return null;
end $$;

create trigger ledger_postings_sum_to_zero after insert on ledger_postings
  referencing new table as new_postings for each statement execute function ledger_check_sums();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: post a correction instead', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_journals_append_only before update or delete or truncate on ledger_journals
  for each statement execute function ledger_refuse_change();
