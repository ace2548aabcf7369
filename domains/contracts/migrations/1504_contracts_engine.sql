-- The one writer of contracts: the engine that took the highest fence, and the last batch that it committed.
create table contracts_engine (
  only_row boolean primary key default true check (only_row),
  holder text not null,
  fence bigint not null,
  batch bigint not null
) with (fillfactor = 50);
insert into contracts_engine (holder, fence, batch) values ('', 0, 0);

-- The last overnight cut-off of each market that every position has been charged for: a market without a price keeps no other.
create table contracts_market_cutoffs (
  market_id integer primary key,
  at timestamptz not null,
  done_at timestamptz not null
);
insert into contracts_market_cutoffs (market_id, at, done_at)
select m.market_id, c.at, c.done_at
from contracts_markets m cross join (select at, done_at from contracts_cutoffs order by at desc limit 1) c;
drop table contracts_cutoffs;
