-- What an attempt surely gives to the network, in its coin's smallest units; null where only its receipt tells.
alter table withdrawals_attempts add column network_fee numeric(78, 0);
update withdrawals_attempts set network_fee = split_part(fee, ' ', 1)::numeric where fee like '% sat';

-- The block that holds what was paid, so that a reorganisation is seen that comes after the books have closed it.
alter table withdrawals_requests add column mined_height bigint;
create index withdrawals_requests_mined on withdrawals_requests (network, mined_height) where mined_height is not null;

-- Since which height something else has taken what a payout was to spend; null while nothing has.
alter table withdrawals_requests add column displaced_height bigint;
