-- The region that a user chose, ISO 3166-1 alpha-2. Rules of regions apply to it besides residence and phone number.
alter table identity_users add column region text check (region ~ '^[A-Z]{2}$');
