-- Until when a large withdrawal waits before anything is signed or given to a bank; null where it need not.
alter table withdrawals_requests add column release_at timestamptz;
