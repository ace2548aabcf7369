-- The limit of a loss also holds for copies that are left open after following has ended.
drop index copytrade_follows_stopped_at_loss;
create index copytrade_follows_with_stop_loss on copytrade_follows (id) where stop_loss is not null;
