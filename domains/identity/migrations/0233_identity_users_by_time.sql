-- Registrations of a day are counted without the house's accounts.
create index identity_users_registered on identity_users (created_at) where house_name is null;
