-- The key of `payee_hash`; null: the first one of the database. A card names it in its sealed fields.
alter table payees_addresses add column hash_key text;
