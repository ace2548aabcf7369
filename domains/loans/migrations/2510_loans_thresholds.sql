-- Thresholds of loans that two operators decided; the newest row counts. Without a row those of the settings do. A loan that runs
-- keeps the rate and the term that it was approved with: they are its own columns.
create table loans_thresholds (
  id bigint generated always as identity primary key,
  -- Values in USDT.
  two_people_usdt numeric(38, 10) not null check (two_people_usdt >= 0),
  min_usdt numeric(38, 10) not null check (min_usdt > 0),
  max_usdt numeric(38, 10) not null check (max_usdt >= min_usdt),
  days_min int not null check (days_min between 1 and 3650),
  days_max int not null check (days_max between days_min and 3650),
  -- Rates per day: 0.0003 is 0.03 %.
  usual_daily numeric(38, 10) not null check (usual_daily >= 0),
  -- Loans themselves take no more than 0.1.
  daily_max numeric(38, 10) not null check (daily_max between usual_daily and 0.1),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null
);
create trigger loans_thresholds_append_only before update or delete or truncate on loans_thresholds
  for each statement execute function loans_refuse_delete();
