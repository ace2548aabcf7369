-- An owner asks for the receipts of one thing: an option has one, a contract one for each fill (`<position>:<version>:<fill>`).
create index proofs_receipts_of_thing on proofs_receipts (user_id, kind, split_part(subject, ':', 1), id);
drop index proofs_receipts_of_user;
