-- How an engine's batch travels: rows in one array for each table. The columns stand as the statement names them.
create type ledger_balance_set as (account_id bigint, currency_id int, available numeric, held numeric);
create type ledger_event as (
  account_id bigint, currency_id int, available numeric, held numeric, available_after numeric, held_after numeric,
  kind text, reference text
);
