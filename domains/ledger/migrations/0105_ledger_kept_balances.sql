-- An engine that keeps balances in memory writes them without having locked them. What it takes them for travels along, and
-- a batch that has missed a movement fails as a whole.
create type ledger_balance_move as (
  account_id bigint, currency_id int, available numeric, held numeric, available_before numeric, held_before numeric
);
drop type ledger_balance_set;

create function ledger_check_moved(written bigint, wanted bigint) returns boolean language plpgsql as $$
begin
  if written <> wanted then
    raise exception '% of % balances are what the batch took them for', written, wanted using errcode = 'KL001';
  end if;
  return true;
end $$;
