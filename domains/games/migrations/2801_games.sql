-- Quiz and guess games. The terms of a round are fixed and hashed before it opens; entries share its pool. Only index ticks answer a
-- price question; two operators answer other questions with evidence, and users may dispute their answer.

create table games_schedules (
  id integer generated always as identity primary key,
  market_id integer not null,
  -- Time of day of the settlement, minutes after midnight UTC.
  minute integer not null check (minute between 0 and 1439),
  currency_id integer not null,
  stake_min numeric(38, 10) not null check (stake_min > 0),
  stake_max numeric(38, 10) not null check (stake_max >= stake_min),
  user_max numeric(38, 10) not null check (user_max >= stake_max),
  fee_rate numeric(38, 10) not null check (fee_rate >= 0 and fee_rate < 1),
  step numeric(38, 10) not null check (step > 0),
  -- Minutes before the settlement.
  create_before integer not null check (create_before > open_before),
  open_before integer not null check (open_before > close_before),
  close_before integer not null check (close_before > 0),
  -- Canonical JSON of the above; its hash is published.
  terms text not null,
  hash text not null,
  committed_at timestamptz not null,
  ended_at timestamptz
);

create table games_rounds (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('price', 'decided')),
  schedule_id integer references games_schedules,
  market_id integer,
  option_count smallint not null check (option_count between 2 and 8),
  currency_id integer not null,
  decimals smallint not null,
  stake_min numeric(38, 10) not null check (stake_min > 0),
  stake_max numeric(38, 10) not null check (stake_max >= stake_min),
  user_max numeric(38, 10) not null check (user_max >= stake_max),
  fee_rate numeric(38, 10) not null check (fee_rate >= 0 and fee_rate < 1),
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  settles_at timestamptz not null check (settles_at >= closes_at),
  -- Canonical JSON of everything that is fixed, texts included.
  terms text not null,
  hash text not null,
  committed_at timestamptz not null check (committed_at <= opens_at),
  pool numeric(38, 10) not null default 0 check (pool >= 0),
  entries integer not null default 0 check (entries >= 0),
  -- The right option: of the ticks, or of two operators.
  answer smallint check (answer between 1 and option_count),
  answer_id bigint,
  -- End of the dispute window of an answer of operators.
  disputable_until timestamptz,
  -- Index ticks that answered, as JSON.
  ticks text,
  outcome text check (outcome in ('paid', 'nobody_right', 'no_price', 'cancelled')),
  cancel_reason text,
  fee numeric(38, 10) check (fee >= 0),
  shared numeric(38, 10) check (shared >= 0),
  right_pool numeric(38, 10) check (right_pool <= pool),
  cutoff_remainder numeric(60),
  cutoff_entry bigint,
  -- When the payout began: from then on nothing about the outcome changes.
  paying_at timestamptz,
  settled_at timestamptz,
  unique (schedule_id, settles_at),
  check ((kind = 'price') = (market_id is not null)),
  check (kind = 'decided' or (answer_id is null and disputable_until is null)),
  check ((answer_id is null) = (disputable_until is null)),
  check ((paying_at is null) = (outcome is null) and (paying_at is null) = (fee is null)
    and (paying_at is null) = (shared is null) and (paying_at is null) = (right_pool is null)),
  check (outcome is null or outcome <> 'paid' or (answer is not null and fee + shared = pool and right_pool > 0)),
  check (outcome is null or outcome = 'paid' or (fee = 0 and shared = 0)),
  check ((cutoff_remainder is null) = (cutoff_entry is null)),
  check ((cancel_reason is not null) = (outcome is not distinct from 'cancelled')),
  check (settled_at is null or paying_at is not null)
) with (fillfactor = 60);
create index games_rounds_live on games_rounds (settles_at, id) where settled_at is null;
create index games_rounds_opening on games_rounds (opens_at);

create table games_options (
  round_id bigint not null references games_rounds,
  no smallint not null check (no >= 1),
  pool numeric(38, 10) not null default 0 check (pool >= 0),
  entries integer not null default 0 check (entries >= 0),
  primary key (round_id, no)
) with (fillfactor = 60);

create table games_entries (
  id bigint generated always as identity primary key,
  round_id bigint not null references games_rounds,
  user_id bigint not null,
  option smallint not null,
  stake numeric(38, 10) not null check (stake > 0),
  created_at timestamptz not null,
  -- Written once, by the settlement.
  payout numeric(38, 10) check (payout >= 0),
  receipt text,
  settled_at timestamptz,
  foreign key (round_id, option) references games_options (round_id, no),
  check ((payout is null) = (settled_at is null) and (payout is null) = (receipt is null))
) with (fillfactor = 80);
create index games_entries_of_round on games_entries (round_id, id);
create index games_entries_open on games_entries (round_id, id) where settled_at is null;
create index games_entries_of_user on games_entries (user_id, id desc);
create index games_entries_of_both on games_entries (user_id, round_id);

-- Answers of two operators with their evidence.
create table games_answers (
  id bigint generated always as identity primary key,
  round_id bigint not null references games_rounds,
  option smallint not null,
  link text not null,
  file text not null,
  sha256 text not null,
  note text not null,
  decided_at timestamptz not null,
  -- When a dispute was accepted.
  withdrawn_at timestamptz,
  foreign key (round_id, option) references games_options (round_id, no)
);
create unique index games_answers_one on games_answers (round_id) where withdrawn_at is null;
alter table games_rounds add foreign key (answer_id) references games_answers;

create table games_disputes (
  id bigint generated always as identity primary key,
  answer_id bigint not null references games_answers,
  round_id bigint not null references games_rounds,
  user_id bigint not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  answer text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  unique (answer_id, user_id),
  check ((state = 'open') = (decided_at is null) and (state = 'open') = (answer is null))
);
create index games_disputes_of_round on games_disputes (round_id) where state = 'open';
create index games_disputes_of_user on games_disputes (user_id, id desc);

-- What was committed does not change, and neither does what was paid.
create function games_refuse_round_change() returns trigger language plpgsql as $$
declare
  moving constant text[] := '{pool,entries,answer,answer_id,disputable_until,ticks,outcome,cancel_reason,fee,shared,right_pool,cutoff_remainder,cutoff_entry,paying_at,settled_at}';
begin
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
    or (old.paying_at is not null and (to_jsonb(new) - 'settled_at') is distinct from (to_jsonb(old) - 'settled_at'))
    or old.settled_at is not null
  then raise exception 'round %: its terms and its outcome do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger games_rounds_fixed before update on games_rounds for each row execute function games_refuse_round_change();

-- No entry outside of the round's times, whatever the caller checked before.
create function games_check_entry() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from games_rounds r where r.id = new.round_id and r.paying_at is null
    and new.created_at >= r.opens_at and new.created_at < r.closes_at)
  then raise exception 'round % takes no entry at %', new.round_id, new.created_at using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger games_entries_in_time before insert on games_entries for each row execute function games_check_entry();

create function games_refuse_entry_change() returns trigger language plpgsql as $$
begin
  if old.settled_at is not null
    or (to_jsonb(new) - '{payout,receipt,settled_at}'::text[]) is distinct from (to_jsonb(old) - '{payout,receipt,settled_at}'::text[])
  then raise exception 'entry %: it cannot be changed or withdrawn', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger games_entries_fixed before update on games_entries for each row execute function games_refuse_entry_change();

create function games_refuse_schedule_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'ended_at') is distinct from (to_jsonb(old) - 'ended_at') or old.ended_at is not null
  then raise exception 'schedule %: its terms do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger games_schedules_fixed before update on games_schedules for each row execute function games_refuse_schedule_change();

create function games_refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger games_schedules_kept before delete or truncate on games_schedules for each statement execute function games_refuse_delete();
create trigger games_rounds_kept before delete or truncate on games_rounds for each statement execute function games_refuse_delete();
create trigger games_options_kept before delete or truncate on games_options for each statement execute function games_refuse_delete();
create trigger games_entries_kept before delete or truncate on games_entries for each statement execute function games_refuse_delete();
create trigger games_answers_kept before delete or truncate on games_answers for each statement execute function games_refuse_delete();
create trigger games_disputes_kept before delete or truncate on games_disputes for each statement execute function games_refuse_delete();
