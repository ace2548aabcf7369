-- The console finds journals by amount and currency. Movements of an engine's batch say what they are about (kind) and are left out,
-- so an order adds no entry here; only what its batch takes for the house as a whole does.
create index ledger_postings_amount on ledger_postings (currency_id, greatest(abs(available), abs(held)))
  include (journal_id) where kind is null;
