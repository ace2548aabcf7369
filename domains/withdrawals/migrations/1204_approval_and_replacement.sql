-- The id of the approval request for a withdrawal, and the height of the transaction that replaced a payout.
alter table withdrawals_requests rename column asked to approval_id;
alter table withdrawals_requests rename column displaced_height to replaced_height;
