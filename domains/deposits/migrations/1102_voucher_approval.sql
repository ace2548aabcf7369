-- The id of the approval request for a voucher.
alter table deposits_vouchers rename column asked to approval_id;
