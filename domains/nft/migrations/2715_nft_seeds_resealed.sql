-- A seed may be sealed with another hash key; its published hash still does not change.
create or replace function nft_refuse_series_change() returns trigger language plpgsql as $$
begin
  if (new.contents, new.total, new.seed_hash, new.contents_hash, new.code) is distinct from
      (old.contents, old.total, old.seed_hash, old.contents_hash, old.code)
    or (old.revealed_at is not null and new.server_seed is distinct from old.server_seed)
  then raise exception 'NFT series %: its contents and its seed do not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
