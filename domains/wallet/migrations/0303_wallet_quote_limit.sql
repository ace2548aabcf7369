-- Quotes are counted in a window of each user, used or not: a locked price costs the house something.
alter table wallet_quotes add column window_at timestamptz not null default to_timestamp(0);
alter table wallet_quotes add column quotes int not null default 0 check (quotes >= 0);
