-- Sums of a day read the purchases that succeeded on it alone.
create index fiat_steps_successful on fiat_steps (at) where state = 'successful';
