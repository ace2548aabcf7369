-- Postings by month. Ids go on where they were.
do $$
declare
  next_id bigint := nextval(pg_get_serial_sequence('ledger_postings', 'id'));
begin
  alter table ledger_postings alter column id drop identity;
  perform platform_partition('ledger_postings', 'at');
  alter table ledger_postings alter column id add generated always as identity;
  perform setval(pg_get_serial_sequence('ledger_postings', 'id'), next_id, false);
end $$;

-- Balances at the end of the postings that were detached, one set of rows for each detached partition: statements begin with them, and
-- the audit adds them up with the postings that are there.
create table ledger_carried_balances (
  partition text not null,
  account_id bigint not null,
  currency_id int not null,
  available numeric(38, 10) not null,
  held numeric(38, 10) not null,
  -- The last detached posting of the balance.
  posting_id bigint not null,
  primary key (partition, account_id, currency_id)
);
-- The partition that was detached last, and the time before which its postings lie. Journals before that time are older than all postings.
create table ledger_carried (
  partition text primary key,
  until timestamptz not null
);
-- Where the postings that are there begin.
create view ledger_opening_balances as
select account_id, currency_id, available, held, posting_id from ledger_carried_balances
where partition = (select partition from ledger_carried order by until desc limit 1);
