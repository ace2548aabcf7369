-- An engine books a batch as one journal. Each posting of a user tells itself what it is about; without it the journal does.
-- What the batch takes in fees is one posting for each currency.
alter table ledger_postings
  add column kind text,
  add column reference text;
