-- Rebates: a share of the fees that invited users paid, to their inviter.

create table growth_rebate_terms (
  only_row boolean primary key default true check (only_row),
  -- 0.2 is 20 % of the fee paid.
  share numeric(38, 10) not null check (share >= 0 and share <= 1),
  version integer not null default 1
);
insert into growth_rebate_terms (share) values (0.2);

-- An invited user who has paid fees, with what speaks against the pair: the same device, payee or identity document.
create table growth_invitations (
  invitee_id bigint primary key,
  inviter_id bigint not null check (inviter_id <> invitee_id),
  state text not null check (state in ('clear', 'held', 'refused')),
  signs text[] not null default '{}',
  -- Signs that two operators have seen and released.
  released_signs text[] not null default '{}',
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null
);
create index growth_invitations_inviter on growth_invitations (inviter_id);
create index growth_invitations_held on growth_invitations (invitee_id) where state = 'held';

-- Fees of one invited user, product and currency within one period, and the rebate once it is paid.
create table growth_rebates (
  id bigint generated always as identity primary key,
  inviter_id bigint not null,
  invitee_id bigint not null,
  product text not null check (product in ('spot', 'contracts')),
  currency_id integer not null,
  share numeric(38, 10) not null check (share > 0 and share <= 1),
  fee numeric(38, 10) not null check (fee > 0),
  -- Null until it is paid or refused.
  amount numeric(38, 10) check (amount >= 0 and amount <= fee * share),
  -- due: paid once its period has ended. held: its pair waits for operators, who make it released or refused.
  state text not null check (state in ('due', 'held', 'released', 'paid', 'refused')),
  period_at timestamptz not null,
  ends_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  check (state <> 'paid' or amount is not null)
) with (fillfactor = 70);
create unique index growth_rebates_due on growth_rebates (invitee_id, product, currency_id, period_at) where state = 'due';
create unique index growth_rebates_held on growth_rebates (invitee_id, product, currency_id, period_at) where state = 'held';
create index growth_rebates_payable on growth_rebates (ends_at, id) where state in ('due', 'released');
create index growth_rebates_inviter on growth_rebates (inviter_id, period_at desc);
