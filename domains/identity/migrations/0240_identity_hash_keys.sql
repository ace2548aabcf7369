-- The hash key that a code, or the token of a session or device, depends on; null: the first one of the database.
alter table identity_codes add column hash_key text;
alter table identity_sessions add column hash_key text;
alter table identity_devices add column hash_key text;
