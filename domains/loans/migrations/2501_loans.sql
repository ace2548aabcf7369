-- Loans on collateral. Everything that secures a loan, collateral and the borrowed money, is in the held part of the borrower's
-- exchange account; loans_assets says how much of it belongs to which loan.

create table loans_loans (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  currency_id integer not null,
  decimals smallint not null,
  amount numeric(38, 10) not null check (amount > 0),
  days integer not null check (days > 0),
  purpose text not null,
  state text not null check (state in ('pending', 'rejected', 'cancelled', 'active', 'repaid', 'liquidated')),
  applied_at timestamptz not null,
  -- Operators decide until then; later ones are late, nothing else.
  decide_by timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  -- Rate per day: 0.0003 is 0.03 %.
  daily numeric(38, 10) check (daily >= 0 and daily <= 0.1),
  started_at timestamptz,
  due_at timestamptz,
  principal numeric(38, 10) not null default 0 check (principal >= 0),
  interest numeric(38, 10) not null default 0 check (interest >= 0),
  overdue numeric(38, 10) not null default 0 check (overdue >= 0),
  -- Days charged so far, overdue ones included; the next one is charged at next_charge_at.
  charged_days integer not null default 0 check (charged_days >= 0),
  next_charge_at timestamptz,
  -- Set from a margin call until the risk rate has recovered: one call per fall.
  called_at timestamptz,
  closed_at timestamptz,
  receipt text,
  check ((state in ('active', 'repaid', 'liquidated')) = (started_at is not null)),
  check ((started_at is null) = (daily is null) and (started_at is null) = (due_at is null)),
  check ((state = 'active') = (next_charge_at is not null)),
  check ((state in ('pending', 'active')) = (closed_at is null)),
  check ((state = 'rejected') = (reason is not null)),
  check ((state = 'liquidated') = (receipt is not null)),
  check (state = 'active' or principal + interest + overdue = 0)
) with (fillfactor = 70);
create unique index loans_one_application on loans_loans (user_id) where state = 'pending';
create index loans_due on loans_loans (next_charge_at) where state = 'active';
create index loans_of_user on loans_loans (user_id, id desc);
create index loans_in_state on loans_loans (state, id);

create table loans_assets (
  loan_id bigint not null references loans_loans,
  currency_id integer not null,
  amount numeric(38, 10) not null check (amount >= 0),
  primary key (loan_id, currency_id)
) with (fillfactor = 70);

create table loans_events (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans_loans,
  kind text not null check (kind in ('applied', 'cancelled', 'rejected', 'approved', 'interest', 'overdue', 'repaid', 'collateral_added',
    'collateral_taken', 'converted', 'called', 'liquidated')),
  -- The charged day, from 1; each day is charged once, as interest or as overdue.
  day integer check (day > 0),
  currency_id integer not null,
  amount numeric(38, 10) not null check (amount >= 0),
  -- What a conversion received.
  received_id integer,
  received numeric(38, 10),
  -- What was owed afterwards, in the currency of the loan.
  debt numeric(38, 10) not null check (debt >= 0),
  at timestamptz not null,
  check ((kind in ('interest', 'overdue')) = (day is not null)),
  check ((kind = 'converted') = (received_id is not null) and (received_id is null) = (received is null))
);
create unique index loans_events_day on loans_events (loan_id, day) where day is not null;
create index loans_events_of_loan on loans_events (loan_id, id desc);

-- Accounts that two operators have listed as market makers.
create table loans_market_makers (
  user_id bigint primary key,
  since timestamptz not null
);

create function loans_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.currency_id, new.decimals, new.amount, new.days, new.purpose, new.applied_at, new.decide_by)
      is distinct from (old.user_id, old.currency_id, old.decimals, old.amount, old.days, old.purpose, old.applied_at, old.decide_by)
    or (old.started_at is not null and (new.daily, new.started_at, new.due_at) is distinct from (old.daily, old.started_at, old.due_at))
    or old.closed_at is not null
    or new.charged_days < old.charged_days
  then raise exception 'loan %: its terms and its end do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_loans_fixed before update on loans_loans for each row execute function loans_refuse_change();

create function loans_refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger loans_loans_append_only before delete or truncate on loans_loans for each statement execute function loans_refuse_delete();
create trigger loans_events_append_only before update or delete or truncate on loans_events
  for each statement execute function loans_refuse_delete();
