-- A key that may withdraw signs from named places only.
alter table credentials_api_keys add constraint credentials_api_keys_withdraw
  check (not withdraw or cardinality(networks) > 0);
