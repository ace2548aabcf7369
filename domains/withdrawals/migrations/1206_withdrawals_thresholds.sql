-- Thresholds of withdrawals that two operators decided; the newest row counts. Without a row those of the settings do.
create table withdrawals_thresholds (
  id bigint generated always as identity primary key,
  -- Values in USDT, named as in the settings.
  automatic_usdt numeric(38, 10) not null check (automatic_usdt >= 0),
  two_people_usdt numeric(38, 10) not null check (two_people_usdt >= automatic_usdt),
  alone_operator_usdt numeric(38, 10) not null check (alone_operator_usdt >= 0),
  alone_user_usdt numeric(38, 10) not null check (alone_user_usdt >= 0),
  alone_day_usdt numeric(38, 10) not null check (alone_day_usdt >= 0),
  delay_usdt numeric(38, 10) not null check (delay_usdt >= 0),
  delay_minutes int not null check (delay_minutes between 0 and 10080),
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null
);
create function withdrawals_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger withdrawals_thresholds_append_only before update or delete or truncate on withdrawals_thresholds
  for each statement execute function withdrawals_refuse_change();
