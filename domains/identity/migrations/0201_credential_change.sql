-- What was changed last; null where nothing was changed since the account was opened. Withdrawals wait after a change.
alter table identity_users add column credential_change text;
