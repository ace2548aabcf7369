-- A settlement updates a hundred thousand applications. With an index on what it changes, each update writes an entry to every index of
-- the table; a cursor in the project finds the next batch as well. Free space in the pages keeps the new rows beside the old ones.
alter table launchpad_projects add column settled_up_to bigint not null default 0;
drop index launchpad_applications_open;
alter table launchpad_applications set (fillfactor = 50);
alter table launchpad_subscribers set (fillfactor = 50);

create or replace function launchpad_refuse_project_change() returns trigger language plpgsql as $$
declare
  changeable constant text[] := '{start_at,end_at,listing_at,cancelled_at,allotting_at,allotted_supply,applied,cutoff_remainder,cutoff_id,settled_at,unlocking_at,listed_at,settled_up_to}';
begin
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable)
    or (old.allotting_at is not null and (new.start_at, new.end_at, new.cancelled_at, new.allotting_at, new.allotted_supply, new.applied,
      new.cutoff_remainder, new.cutoff_id) is distinct from (old.start_at, old.end_at, old.cancelled_at, old.allotting_at,
      old.allotted_supply, old.applied, old.cutoff_remainder, old.cutoff_id))
    or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
    or (old.unlocking_at is not null and (new.unlocking_at, new.listing_at) is distinct from (old.unlocking_at, old.listing_at))
    or (old.listed_at is not null and new.listed_at is distinct from old.listed_at)
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
  then raise exception 'launchpad project %: its terms, its settlement and its listing do not change', old.id
    using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The condition of the trigger is evaluated without calling its function: a settlement updates a hundred thousand applications.
create or replace function launchpad_refuse_application_change() returns trigger language plpgsql as $$
begin
  raise exception 'launchpad application %: its terms and its settlement do not change', old.id using errcode = 'restrict_violation';
end $$;
drop trigger launchpad_applications_fixed on launchpad_applications;
create trigger launchpad_applications_fixed before update on launchpad_applications for each row
  when (old.settled_at is not null or old.cancelled_at is not null
    or (new.project_id, new.user_id, new.amount, new.currency_id, new.pay_decimals, new.price, new.held, new.applied_at)
      is distinct from (old.project_id, old.user_id, old.amount, old.currency_id, old.pay_decimals, old.price, old.held, old.applied_at))
  execute function launchpad_refuse_application_change();
