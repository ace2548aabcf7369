-- Receipts of many settlements that were booked together, not signed yet: signing thousands would keep everybody waiting whose
-- settlement is not among them. Written with the settlements, gone with the receipts.
create table proofs_owed (
  id bigint generated always as identity primary key,
  -- What each is to say, as JSON.
  content text not null,
  issued_at timestamptz not null
);
alter table proofs_owed alter column content set storage external;
