-- Results of the ledger's audit: an alert watches that it runs and finds nothing.
create table ledger_audits (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  postings bigint not null,
  differences int not null check (differences >= 0)
);
