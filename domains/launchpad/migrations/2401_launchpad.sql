-- Subscriptions: token launches and real-estate funds. A project is what two operators approved; its terms do not change, only
-- its timetable. Times decide its state, the settlement and the listing are written once.

create table launchpad_projects (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('token', 'fund')),
  -- The token: a currency of its own, created with the project.
  currency_id integer not null unique,
  code text not null,
  decimals smallint not null check (decimals between 0 and 8),
  -- Title and summary by language; English is always there.
  texts jsonb not null check (texts ? 'en'),
  logo text,
  gallery text[] not null default '{}' check (cardinality(gallery) <= 8),
  white_paper text check (white_paper like 'https://%'),
  website text check (website like 'https://%'),
  demo boolean not null default false,
  -- Tokens for sale, and their price in USDT.
  supply numeric(38, 10) not null check (supply > 0),
  price numeric(38, 10) not null check (price > 0),
  order_min numeric(38, 10) not null check (order_min > 0),
  user_max numeric(38, 10) not null check (user_max >= order_min),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  -- When the tokens are to be unlocked; null: operators decide.
  listing_at timestamptz check (listing_at >= end_at),
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- The settlement: terms of the allotment when it starts, the moment when the last application is settled.
  allotting_at timestamptz,
  allotted_supply numeric(38, 10),
  applied numeric(38, 10),
  cutoff_remainder numeric(60, 0),
  cutoff_id bigint,
  settled_at timestamptz,
  -- The listing: when unlocking starts, and when the last holder's tokens are unlocked.
  unlocking_at timestamptz,
  listed_at timestamptz,
  check ((allotting_at is null) = (allotted_supply is null) and (allotting_at is null) = (applied is null)),
  check ((cutoff_remainder is null) = (cutoff_id is null) and (cutoff_id is null or allotting_at is not null)),
  check (settled_at is null or allotting_at is not null),
  check (unlocking_at is null or (settled_at is not null and cancelled_at is null)),
  check (listed_at is null or unlocking_at is not null)
) with (fillfactor = 80);

-- The fixed price of a token in each currency that the project takes.
create table launchpad_prices (
  project_id integer not null references launchpad_projects,
  currency_id integer not null,
  decimals smallint not null,
  price numeric(38, 10) not null check (price > 0),
  position smallint not null,
  primary key (project_id, currency_id)
);

-- What has been applied for, in shards: many applications at once do not wait for one row.
create table launchpad_totals (
  project_id integer not null references launchpad_projects,
  shard smallint not null check (shard between 0 and 15),
  applied numeric(38, 10) not null check (applied >= 0),
  applications integer not null check (applications >= 0),
  primary key (project_id, shard)
) with (fillfactor = 50);

-- A user's applications that are not cancelled, and allotted tokens, of one project together.
create table launchpad_subscribers (
  project_id integer not null references launchpad_projects,
  user_id bigint not null,
  applied numeric(38, 10) not null check (applied >= 0),
  tokens numeric(38, 10) not null default 0 check (tokens >= 0 and tokens <= applied),
  unlocked_at timestamptz,
  primary key (project_id, user_id)
) with (fillfactor = 80);
create index launchpad_subscribers_of_user on launchpad_subscribers (user_id, project_id desc);
create index launchpad_subscribers_locked on launchpad_subscribers (project_id, user_id) where unlocked_at is null;

create table launchpad_applications (
  id bigint generated always as identity primary key,
  project_id integer not null references launchpad_projects,
  user_id bigint not null,
  -- Tokens applied for.
  amount numeric(38, 10) not null check (amount > 0),
  currency_id integer not null,
  pay_decimals smallint not null,
  price numeric(38, 10) not null check (price > 0),
  held numeric(38, 10) not null check (held > 0),
  applied_at timestamptz not null,
  cancelled_at timestamptz,
  -- Written once, by the settlement: tokens allotted, and what they cost.
  tokens numeric(38, 10) check (tokens between 0 and amount),
  paid numeric(38, 10) check (paid between 0 and held),
  settled_at timestamptz,
  check ((tokens is null) = (settled_at is null) and (paid is null) = (settled_at is null)),
  check (cancelled_at is null or settled_at is null)
) with (fillfactor = 80);
create index launchpad_applications_open on launchpad_applications (project_id, id) where settled_at is null and cancelled_at is null;
create index launchpad_applications_of_user on launchpad_applications (user_id, id desc);
create index launchpad_applications_of_project on launchpad_applications (project_id, id desc);

-- A dividend of a fund to those who hold its tokens at the record time.
create table launchpad_dividends (
  id integer generated always as identity primary key,
  project_id integer not null references launchpad_projects,
  currency_id integer not null,
  decimals smallint not null,
  amount numeric(38, 10) not null check (amount > 0),
  record_at timestamptz not null,
  created_at timestamptz not null,
  -- When holders were recorded, how many they are, and when the last one was paid.
  recorded_at timestamptz,
  holders integer,
  finished_at timestamptz,
  check ((recorded_at is null) = (holders is null)),
  check (finished_at is null or recorded_at is not null)
);
create index launchpad_dividends_due on launchpad_dividends (record_at) where finished_at is null;

create table launchpad_dividend_payments (
  dividend_id integer not null references launchpad_dividends,
  user_id bigint not null,
  -- Tokens at the record time, and the user's part.
  holding numeric(38, 10) not null check (holding > 0),
  amount numeric(38, 10) not null check (amount >= 0),
  paid_at timestamptz,
  primary key (dividend_id, user_id)
) with (fillfactor = 80);
create index launchpad_dividend_payments_open on launchpad_dividend_payments (dividend_id, user_id) where paid_at is null;
create index launchpad_dividend_payments_of_user on launchpad_dividend_payments (user_id, dividend_id desc);

create function launchpad_refuse_project_change() returns trigger language plpgsql as $$
declare
  changeable constant text[] := '{start_at,end_at,listing_at,cancelled_at,allotting_at,allotted_supply,applied,cutoff_remainder,cutoff_id,settled_at,unlocking_at,listed_at}';
begin
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable)
    or (old.allotting_at is not null and (new.start_at, new.end_at, new.cancelled_at, new.allotting_at, new.allotted_supply, new.applied,
      new.cutoff_remainder, new.cutoff_id) is distinct from (old.start_at, old.end_at, old.cancelled_at, old.allotting_at,
      old.allotted_supply, old.applied, old.cutoff_remainder, old.cutoff_id))
    or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
    or (old.unlocking_at is not null and (new.unlocking_at, new.listing_at) is distinct from (old.unlocking_at, old.listing_at))
    or (old.listed_at is not null and new.listed_at is distinct from old.listed_at)
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
  then raise exception 'launchpad project %: its terms, its settlement and its listing do not change', old.id
    using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger launchpad_projects_fixed before update on launchpad_projects
  for each row execute function launchpad_refuse_project_change();

create function launchpad_refuse_application_change() returns trigger language plpgsql as $$
begin
  if old.settled_at is not null or old.cancelled_at is not null
    or (new.project_id, new.user_id, new.amount, new.currency_id, new.pay_decimals, new.price, new.held, new.applied_at)
      is distinct from (old.project_id, old.user_id, old.amount, old.currency_id, old.pay_decimals, old.price, old.held, old.applied_at)
  then raise exception 'launchpad application %: its terms and its settlement do not change', old.id
    using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger launchpad_applications_fixed before update on launchpad_applications
  for each row execute function launchpad_refuse_application_change();

create function launchpad_refuse_payment_change() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null or (new.dividend_id, new.user_id, new.holding, new.amount)
    is distinct from (old.dividend_id, old.user_id, old.holding, old.amount)
  then raise exception 'dividend % of user %: it is paid once', old.dividend_id, old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger launchpad_dividend_payments_fixed before update on launchpad_dividend_payments
  for each row execute function launchpad_refuse_payment_change();

create function launchpad_refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger launchpad_projects_append_only before delete or truncate on launchpad_projects
  for each statement execute function launchpad_refuse_delete();
create trigger launchpad_applications_append_only before delete or truncate on launchpad_applications
  for each statement execute function launchpad_refuse_delete();
create trigger launchpad_dividend_payments_append_only before delete or truncate on launchpad_dividend_payments
  for each statement execute function launchpad_refuse_delete();
