-- A settlement of thousands inserts the balances that it creates with their final figures. Another transaction may have created one
-- of them meanwhile: the settlement then runs again and finds it.
create function ledger_check_added(written bigint, wanted bigint) returns boolean language plpgsql as $$
begin
  if written <> wanted then
    raise exception '% of % balances are new', written, wanted using errcode = 'serialization_failure';
  end if;
  return true;
end $$;
