-- What a statement covers and where its account stood; empty for statements that were imported before this was asked for.
alter table fiat_statements
  add column from_day date,
  add column to_day date,
  add column opening numeric(38, 10),
  add column closing numeric(38, 10),
  add column previous bigint references fiat_statements (id),
  add column discarded_by text,
  add column discarded_at timestamptz;
create unique index fiat_statements_file on fiat_statements (account, sha256)
  where discarded_at is null and from_day is not null;

-- The latest statement of each account, locked while the next one is imported.
create table fiat_accounts (
  account text primary key,
  statement_id bigint references fiat_statements (id)
);

-- A discarded line frees its bank reference for the true statement.
alter table fiat_lines drop constraint fiat_lines_account_bank_reference_key;
alter table fiat_lines drop constraint fiat_lines_state_check;
alter table fiat_lines add constraint fiat_lines_state_check
  check (state in ('unmatched', 'matched', 'used', 'set_aside', 'discarded'));
create unique index fiat_lines_bank_reference on fiat_lines (account, bank_reference) where state <> 'discarded';

-- Who confirmed which purchase, alone or with an approver. Sums over it limit what one person confirms alone.
create table fiat_confirmations (
  order_id bigint primary key references fiat_orders (id),
  line_id bigint not null references fiat_lines (id),
  operator text not null,
  approver text check (approver <> operator),
  user_id bigint not null,
  received numeric(38, 10) not null check (received > 0),
  at timestamptz not null
);
create index fiat_confirmations_at on fiat_confirmations (at);

-- One row, held while the sums are read and a confirmation is added.
create table fiat_confirmation_gate (id int primary key check (id = 1));
insert into fiat_confirmation_gate (id) values (1);
