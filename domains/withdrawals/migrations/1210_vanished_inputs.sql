-- What the transaction of an input spends itself: if something else has spent that, the input can never return.
alter table withdrawals_inputs add column parents jsonb;

-- Since which height an input is missing because its own transaction left the chain, and since which height a block
-- proves that it cannot return; null while neither is so.
alter table withdrawals_requests add column vanished_height bigint;
alter table withdrawals_requests add column dead_height bigint;
create index withdrawals_requests_vanished on withdrawals_requests (id) where vanished_height is not null;

-- As before, with the transactions that two operators gave up, because they can never confirm.
create or replace view withdrawals_signable as
select w.id, w.type, w.currency_id, w.network, w.payee, w.number, w.fee, w.state, w.approvals, w.digest, w.approval,
  (select coalesce(sum(p.held), 0) from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.key = 'withdrawal:hold:' || w.id and p.account_id = w.user_id * 8 + 2 and p.currency_id = w.currency_id) as held,
  (select count(*) from operators_approvals a
    where a.kind = 'withdrawal' and a.subject = w.id::text and a.state = 'approved'
      and a.payload ->> 'digest' = w.digest and a.decided_by <> a.asked_by) as pairs,
  array(select a.payload ->> 'transaction' from operators_approvals a
    where a.kind = 'withdrawal again' and a.subject = w.id::text and a.state = 'approved'
      and a.payload ->> 'digest' = w.digest and a.decided_by <> a.asked_by) as given_up
from withdrawals_requests w;
