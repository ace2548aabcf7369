-- The key of `payee_hash`; null: the first one of the database.
alter table withdrawals_requests add column hash_key text;
