-- Approvals of one operator are serialised, so that their sums of 24 hours stay exact.
create table withdrawals_approval_gate (id int primary key check (id = 1));
insert into withdrawals_approval_gate (id) values (1);

-- Withdrawals that one operator approved.
create index withdrawals_requests_single on withdrawals_requests (approved_at)
  where approvals = 1 and jsonb_array_length(approval -> 'by') = 1;
