-- Sums of a day read what it credited alone.
create index deposits_deposits_credited on deposits_deposits (decided_at) where state = 'credited';
create index deposits_vouchers_credited on deposits_vouchers (decided_at) where status = 2;
