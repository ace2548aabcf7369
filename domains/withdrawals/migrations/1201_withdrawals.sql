-- Ways out: what a withdrawal costs and how little one may be. `type` 0 address, 1 domestic card, 2 international card.
create table withdrawals_routes (
  type smallint not null check (type in (0, 1, 2)),
  currency_id int not null,
  network text not null,
  title text not null,
  position int not null,
  fee numeric(38, 10) not null check (fee >= 0),
  minimum numeric(38, 10) not null check (minimum > 0),
  enabled boolean not null default true,
  primary key (type, currency_id, network)
);
insert into withdrawals_routes (type, currency_id, network, title, position, fee, minimum) values
  (0, 1, 'bitcoin', 'Bitcoin', 1, 0.0002, 0.001),
  (0, 2, 'ethereum', 'Ethereum', 2, 0.001, 0.01),
  (0, 3, 'ethereum', 'Ethereum (ERC20)', 3, 4, 20),
  (0, 3, 'tron', 'Tron (TRC20)', 4, 1, 10),
  (0, 45, 'ethereum', 'Ethereum (ERC20)', 5, 4, 20),
  (1, 3, 'card', 'Bank card', 6, 2, 50),
  (1, 21, 'card', 'Bank card', 7, 2, 50),
  (1, 22, 'card', 'Bank card', 8, 2, 50),
  (2, 3, 'card', 'SWIFT', 9, 25, 200),
  (2, 21, 'card', 'SWIFT', 10, 25, 200),
  (2, 22, 'card', 'SWIFT', 11, 25, 200);

-- Networks on which nothing leaves for now.
create table withdrawals_halts (
  network text primary key,
  reason text not null,
  by text not null,
  since timestamptz not null
);

create table withdrawals_batches (
  id bigint generated always as identity primary key,
  type smallint not null check (type in (1, 2)),
  currency_id int not null,
  count int not null,
  total numeric(38, 10) not null,
  by text not null,
  created_at timestamptz not null
);

create table withdrawals_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  type smallint not null check (type in (0, 1, 2)),
  account text not null check (account in ('change', 'legal')),
  currency_id int not null,
  network text not null,
  -- The canonical address, or the masked card.
  payee text not null,
  payee_hash bytea not null,
  -- The card's fields as they were, encrypted; null for addresses.
  payee_sealed bytea,
  number numeric(38, 10) not null check (number > 0),
  fee numeric(38, 10) not null check (fee >= 0 and fee < number),
  -- Worth at the request, for limits and thresholds.
  usdt numeric(38, 10) not null check (usdt >= 0),
  btc numeric(38, 10) not null check (btc >= 0),
  notes text[] not null default '{}',
  -- How many people an approval takes: 0 the rules alone.
  approvals smallint not null check (approvals between 0 and 2),
  state text not null check (state in ('requested', 'approved', 'signing', 'signed', 'broadcast', 'exported',
    'confirmed', 'rejected', 'failed', 'cancelled')),
  reason text,
  reason_note text not null default '',
  -- SHA-256 of what is to be paid to whom: what approvers and the signer name.
  digest text not null,
  -- The request for a second person that is open.
  asked bigint,
  -- The signed record of the approval, as the signer checks it.
  approval jsonb,
  approved_at timestamptz,
  nonce bigint,
  confirmations int not null default 0,
  -- What keeps it from going on, for operators.
  problem text not null default '',
  batch_id bigint references withdrawals_batches,
  bank_reference text,
  -- What the network took for it, in its coin's smallest units.
  network_fee numeric(78, 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state in ('confirmed', 'rejected', 'failed', 'cancelled')) = (finished_at is not null)),
  check (reason is not null or state not in ('rejected', 'failed', 'cancelled'))
);
create index withdrawals_requests_user on withdrawals_requests (user_id, id desc);
create index withdrawals_requests_state on withdrawals_requests (state, id);
create index withdrawals_requests_payee on withdrawals_requests (payee_hash);
create index withdrawals_requests_finished on withdrawals_requests (finished_at);
create unique index withdrawals_requests_nonce on withdrawals_requests (network, nonce) where nonce is not null;

-- Every step that a withdrawal took, and by whom.
create table withdrawals_steps (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals_requests,
  state text not null,
  by text not null,
  note text not null default '',
  at timestamptz not null
);
create index withdrawals_steps_of on withdrawals_steps (withdrawal_id, id);

-- Signed transactions, kept before any node sees them. A replacement spends the same nonce or outputs.
create table withdrawals_attempts (
  withdrawal_id bigint not null references withdrawals_requests,
  attempt int not null check (attempt >= 1),
  txid text not null unique,
  raw text not null,
  -- What it was signed with: fees, outputs.
  terms jsonb not null,
  fee text not null,
  at timestamptz not null,
  primary key (withdrawal_id, attempt)
);

-- Outputs on Bitcoin that a payout spends: chosen once, so that every attempt spends the same.
create table withdrawals_inputs (
  txid text not null,
  vout int not null,
  withdrawal_id bigint not null references withdrawals_requests,
  input jsonb not null,
  primary key (txid, vout)
);
create index withdrawals_inputs_of on withdrawals_inputs (withdrawal_id);

-- All that the signer may read: an approved payment, what is held for it, and who approved it.
create view withdrawals_signable as
select w.id, w.type, w.currency_id, w.network, w.payee, w.number, w.fee, w.state, w.approvals, w.digest, w.approval,
  (select coalesce(sum(p.held), 0) from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.key = 'withdrawal:hold:' || w.id and p.account_id = w.user_id * 8 + 2 and p.currency_id = w.currency_id) as held,
  (select count(*) from operators_approvals a
    where a.kind = 'withdrawal' and a.subject = w.id::text and a.state = 'approved'
      and a.payload ->> 'digest' = w.digest and a.decided_by <> a.asked_by) as pairs
from withdrawals_requests w;

-- One request of an account is judged at a time, so that caps hold however many come at once.
create table withdrawals_accounts (
  user_id bigint primary key
);

create table withdrawals_nonces (
  network text primary key
);
