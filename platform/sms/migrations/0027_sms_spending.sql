-- What short messages cost by UTC day and country; the row `*` is all of a day. Costs in millionths of a US dollar.
create table platform_sms_spending (
  day date not null,
  country text not null,
  messages integer not null,
  cost bigint not null check (cost >= 0),
  -- Of the dearest message.
  price bigint not null,
  primary key (day, country)
);
