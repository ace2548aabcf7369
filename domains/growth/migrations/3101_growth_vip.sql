-- VIP levels: what each requires and gives, the volume of each user and day, and the daily run that sets the levels.

create table growth_vip_terms (
  level smallint primary key check (level between 0 and 5),
  -- USDT; either is enough.
  volume numeric(38, 10) not null check (volume >= 0),
  balance numeric(38, 10) not null check (balance >= 0),
  -- 0.1 is 10 % off.
  fee_discount numeric(38, 10) not null check (fee_discount >= 0 and fee_discount <= 1),
  -- 1.5 is half more than the limits of the verification level.
  outflow_factor numeric(38, 10) not null check (outflow_factor >= 1 and outflow_factor <= 10),
  multiple_max integer not null check (multiple_max between 1 and 200)
);
insert into growth_vip_terms values
  (0, 0, 0, 0, 1, 100),
  (1, 50000, 20000, 0.05, 1, 100),
  (2, 500000, 100000, 0.1, 1.2, 100),
  (3, 5000000, 500000, 0.2, 1.5, 125),
  (4, 25000000, 2000000, 0.3, 2, 150),
  (5, 100000000, 10000000, 0.4, 3, 200);

-- Grows with every change of terms or levels: a process reads them again when it sees another number.
create table growth_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null
) with (fillfactor = 50);
insert into growth_state (version) values (1);

-- Up to which row of a source fees and volumes are counted.
create table growth_fee_cursors (
  source text primary key,
  last_id bigint not null
) with (fillfactor = 50);

-- Volume that paid fees, in USDT, by UTC day.
create table growth_volumes (
  user_id bigint not null,
  day date not null,
  volume numeric(38, 10) not null check (volume >= 0),
  primary key (user_id, day)
) with (fillfactor = 70);

-- The run of a day; it has handled the users up to the cursor.
create table growth_vip_runs (
  day date primary key,
  cursor_id bigint not null default 0,
  users integer not null default 0,
  changed integer not null default 0,
  started_at timestamptz not null,
  done_at timestamptz
);

-- Figures of a user's last decision.
create table growth_vip_decisions (
  user_id bigint primary key,
  day date not null,
  level smallint not null check (level between 0 and 5),
  volume numeric(38, 10) not null,
  balance numeric(38, 10) not null
) with (fillfactor = 70);
create index growth_vip_decisions_level on growth_vip_decisions (level desc, user_id) where level > 0;
