-- Currencies that are created while the exchange runs: tokens of the launchpad. Ids up to 1,000 belong to migrations.
create sequence ledger_currency_ids as int minvalue 1001 maxvalue 4095;
