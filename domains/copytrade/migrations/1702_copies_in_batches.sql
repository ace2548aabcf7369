-- How copies travel that were opened together, with what they do to the figures of their follows.
create type copytrade_copy_opened as (
  follow_id bigint, position_id bigint, lots numeric, margin numeric, fee numeric
);
-- What was done to a copy: what it brought, the margin that came or went, and how many more are open.
create type copytrade_copy_moved as (position_id bigint, profit numeric, margin numeric, copies int);

-- A copy is written together with the figures of its follow: looking each up once more costs more than the row.
alter table copytrade_copies drop constraint copytrade_copies_follow_id_fkey;
-- Pages of a user's copies go along their follows.
alter table copytrade_copies drop constraint copytrade_copies_id_key;
-- Figures of a follow change with each copy: room for the next version beside the last.
alter table copytrade_follows set (fillfactor = 70);
-- Looked at every second.
create index copytrade_follows_stopped_at_loss on copytrade_follows (id) where active and stop_loss is not null;
