-- Margin that users added to isolated positions or took back.
create table contracts_margin_changes (
  id bigint generated always as identity primary key,
  position_id bigint not null,
  user_id bigint not null,
  -- Negative if taken back.
  change numeric(38, 10) not null check (change <> 0),
  -- Margin of the position afterwards.
  margin numeric(38, 10) not null check (margin > 0 and margin - change >= 0),
  at timestamptz not null
);
create index contracts_margin_changes_of_position on contracts_margin_changes (position_id);
create type contracts_margin_change_new as (position_id bigint, user_id bigint, change numeric, margin numeric);
