-- What users draw on charts, by market and the client's id. One row, so that its lock bounds the number of drawings.
create table market_drawings (
  user_id bigint not null,
  market_id integer not null,
  drawings jsonb not null check (jsonb_typeof(drawings) = 'object' and length(drawings::text) <= 40000),
  primary key (user_id, market_id)
);
