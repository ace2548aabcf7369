-- The hash key that the token of a session or device depends on; null: the first one of the database.
alter table operators_sessions add column hash_key text;
alter table operators_devices add column hash_key text;
