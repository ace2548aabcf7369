-- Whose wallet a large withdrawal pays: owner, name of another person and the exchange that keeps it, sealed.
create table compliance_beneficiaries (
  withdrawal_id bigint primary key,
  user_id bigint not null,
  sealed bytea not null,
  created_at timestamptz not null
);
create trigger compliance_beneficiaries_append_only before update or delete on compliance_beneficiaries
  for each row execute function compliance_append_only();
