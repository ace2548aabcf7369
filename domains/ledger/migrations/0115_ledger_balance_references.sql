-- A settlement of thousands creates as many balances. Two references of each row took a third of its statement; one check of all new
-- rows takes a tenth of that. It is as strict: rows and keys that balances refer to never go away.
create function ledger_check_owners() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  -- Scalar subqueries are looked up by key, however many rows the statement had that this one was planned for.
  select b.account_id, b.currency_id into wrong from new_balances b
  where (select a.may_go_negative from ledger_accounts a where a.id = b.account_id) is distinct from b.may_go_negative
  union all
  select b.account_id, b.currency_id from (select currency_id, min(account_id) as account_id from new_balances group by currency_id) b
  where (select c.id from ledger_currencies c where c.id = b.currency_id) is null
  limit 1;
  if found then
    raise exception 'balance %/% has no such account or currency', wrong.account_id, wrong.currency_id
      using errcode = 'foreign_key_violation', constraint = 'ledger_balances_owner';
  end if;
  return null;
end $$;
create trigger ledger_balances_owner after insert on ledger_balances
  referencing new table as new_balances for each statement execute function ledger_check_owners();

create function ledger_refuse_new_keys() returns trigger language plpgsql as $$
begin
  raise exception '%: rows and keys stay, because balances refer to them', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_kept before update of id, may_go_negative or delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_new_keys();
create trigger ledger_currencies_kept before update of id or delete or truncate on ledger_currencies
  for each statement execute function ledger_refuse_new_keys();
create trigger ledger_balances_keys before update of account_id, currency_id, may_go_negative on ledger_balances
  for each statement execute function ledger_refuse_new_keys();

alter table ledger_balances
  drop constraint ledger_balances_account_id_may_go_negative_fkey,
  drop constraint ledger_balances_currency_id_fkey;
