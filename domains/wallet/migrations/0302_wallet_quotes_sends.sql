-- One open quote of each user: the newest takes the place of the one before.
create table wallet_quotes (
  user_id bigint primary key,
  id text not null,
  from_currency_id int not null,
  to_currency_id int not null check (to_currency_id <> from_currency_id),
  number numeric(38, 10) not null check (number > 0),
  from_price numeric(38, 10) not null check (from_price > 0),
  to_price numeric(38, 10) not null check (to_price > 0),
  fee_rate numeric(38, 10) not null check (fee_rate >= 0),
  expires_at timestamptz not null,
  used boolean not null
);

-- Whether the prices were locked by a quote: the way back does not profit from it.
alter table wallet_conversions add column locked boolean not null default false;

-- A row to lock while what somebody sent in 24 hours is counted.
create table wallet_senders (user_id bigint primary key);

create table wallet_sends (
  id bigint generated always as identity primary key,
  from_user_id bigint not null,
  to_user_id bigint not null check (to_user_id <> from_user_id),
  currency_id int not null,
  number numeric(38, 10) not null check (number > 0),
  -- In USDT by the index at that moment.
  worth numeric(38, 10) not null check (worth >= 0),
  note text not null,
  at timestamptz not null
);
create index wallet_sends_from on wallet_sends (from_user_id, id);
create index wallet_sends_to on wallet_sends (to_user_id, id);
create index wallet_sends_day on wallet_sends (from_user_id, at);
