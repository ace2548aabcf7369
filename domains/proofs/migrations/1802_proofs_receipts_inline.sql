-- A receipt of a few kilobytes stays in its row: pressing it and moving it aside costs more than writing it.
alter table proofs_receipts set (toast_tuple_target = 8160);
