-- A beneficiary does not change, but may be sealed with another hash key.
create function compliance_only_resealed() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'sealed') is distinct from (to_jsonb(old) - 'sealed') then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger compliance_beneficiaries_append_only on compliance_beneficiaries;
create trigger compliance_beneficiaries_append_only before delete on compliance_beneficiaries
  for each row execute function compliance_append_only();
create trigger compliance_beneficiaries_only_resealed before update on compliance_beneficiaries
  for each row execute function compliance_only_resealed();
