-- Providers report more kinds of events; each payment pays one order.
alter table fiat_events drop constraint fiat_events_kind_check;
alter table fiat_events add constraint fiat_events_kind_check
  check (kind in ('succeeded', 'failed', 'expired', 'refunded', 'refund_failed', 'disputed'));
create index fiat_events_payment on fiat_events (provider, payment);
create unique index fiat_orders_payment on fiat_orders (provider, payment) where payment is not null;

-- The payment page of an order. The row is committed before the provider is asked, so that a page whose answer was lost
-- is found again by its key.
create table fiat_pages (
  order_id bigint primary key references fiat_orders (id),
  provider text not null,
  -- Language of the page: a repeated request has to equal the first one.
  lang text not null,
  requested_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  -- Empty until the provider has answered.
  session text,
  url text,
  check ((session is null) = (url is null))
);

-- What a provider reports and no rule settles, for an operator.
create table fiat_exceptions (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('differs', 'unknown_order', 'refunded_elsewhere', 'refund_failed', 'not_answered',
    'dispute_unknown', 'dispute_differs')),
  -- The provider's number of the payment, page or dispute.
  subject text not null,
  order_id bigint references fiat_orders (id),
  payment text,
  amount numeric(38, 10) not null check (amount >= 0),
  currency text not null,
  at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'refunded', 'dismissed', 'settled')),
  decided_by text,
  note text not null default '',
  decided_at timestamptz,
  unique (provider, kind, subject),
  check ((state = 'open') = (decided_by is null))
);
create index fiat_exceptions_state on fiat_exceptions (state, id);
