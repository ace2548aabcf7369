-- A follow can be paused, and end at a profit. Orders that were filled while it was paused are never copied.
alter table copytrade_follows
  add column take_profit numeric(38, 10) check (take_profit > 0),
  add column paused_at timestamptz,
  add column copies_from timestamptz;
update copytrade_follows set copies_from = created_at;
alter table copytrade_follows alter column copies_from set not null;
alter table copytrade_follows drop constraint copytrade_follows_ended_check;
alter table copytrade_follows add constraint copytrade_follows_ended_check
  check (ended in ('user', 'stop_loss', 'take_profit', 'trader'));
-- Checked every second.
drop index copytrade_follows_with_stop_loss;
create index copytrade_follows_with_stop on copytrade_follows (id) where stop_loss is not null or take_profit is not null;
