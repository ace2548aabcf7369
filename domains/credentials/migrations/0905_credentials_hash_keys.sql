-- The hash key of a backup code; null: the first one of the database.
alter table credentials_backup_codes add column hash_key text;
