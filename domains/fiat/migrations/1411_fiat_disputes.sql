-- Payers who dispute a payment at their bank.
create table fiat_disputes (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's number of it.
  dispute text not null,
  order_id bigint not null references fiat_orders (id),
  user_id bigint not null,
  reason text not null,
  state text not null check (state in ('open', 'won', 'lost', 'recovered', 'waived')),
  -- Disputed part of the payment.
  amount numeric(38, 10) not null check (amount > 0),
  currency text not null,
  -- USDT that were sold for it; zero if they were given back before.
  claim numeric(38, 10) not null check (claim >= 0),
  -- USDT of the buyer that are held for it now.
  held numeric(38, 10) not null default 0 check (held >= 0 and held <= claim),
  -- How it ended: what came back to the house, and what the house has lost.
  recovered numeric(38, 10) not null default 0 check (recovered >= 0),
  loss numeric(38, 10) not null default 0 check (loss >= 0),
  due_at timestamptz,
  is_withdrawn boolean not null default false,
  is_reinstated boolean not null default false,
  opened_at timestamptz not null,
  ended_at timestamptz,
  evidence text,
  evidence_by text,
  evidence_sent_at timestamptz,
  unique (provider, dispute),
  check (recovered + loss = case when state in ('recovered', 'waived') then claim else 0 end),
  check (state in ('open', 'lost') or held = 0)
);
create index fiat_disputes_order on fiat_disputes (order_id);
create index fiat_disputes_state on fiat_disputes (state, id);
create index fiat_disputes_unsettled on fiat_disputes (user_id) where state in ('open', 'lost');

-- A dispute ends once: nothing leaves a final state, and only a lost one is recovered or waived.
create function fiat_check_dispute() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'open' and new.state in ('won', 'lost')) or (old.state = 'lost' and new.state in ('recovered', 'waived'))
  ) then
    raise exception 'dispute % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger fiat_disputes_states before update of state on fiat_disputes
  for each row execute function fiat_check_dispute();

create table fiat_dispute_steps (
  dispute_id bigint not null references fiat_disputes (id),
  step text not null,
  actor text not null,
  at timestamptz not null,
  primary key (dispute_id, step)
);

create table fiat_dispute_answers (
  id bigint generated always as identity primary key,
  dispute_id bigint not null references fiat_disputes (id),
  text text not null,
  image text,
  at timestamptz not null
);
create index fiat_dispute_answers_dispute on fiat_dispute_answers (dispute_id, id);
