-- Large tables that only grow are partitioned by month (UTC), so that a month can be taken away without deleting rows. What was written
-- before, and the rest of that month, is one partition, `<table>_initial`. Rows of a month without a partition go to `<table>_default`.

-- Partitions that were detached, with their bounds; their tables lie in the schema `detached`.
create table platform_detached_partitions (
  name text primary key,
  parent text not null,
  bound text not null,
  -- Order of detaching: the last one is attached first.
  number bigint generated always as identity,
  detached_at timestamptz not null default now()
);

-- All attached partitions. `upper` is the time before which its rows lie; null for the default partition.
create view platform_partitions as
select p.relname::text as parent, c.relname::text as name, b.bound,
  case
    when b.bound = 'DEFAULT' then null
    when t.typname = 'int8' then to_timestamp(b.upper::bigint)
    else b.upper::timestamptz
  end as upper,
  greatest(c.reltuples, 0)::bigint as estimated_rows, pg_total_relation_size(c.oid) as bytes
from pg_inherits i
join pg_class c on c.oid = i.inhrelid
join pg_class p on p.oid = i.inhparent and p.relkind = 'p' and p.relnamespace = 'public'::regnamespace
join pg_partitioned_table k on k.partrelid = p.oid
join pg_attribute a on a.attrelid = p.oid and a.attnum = k.partattrs[0]
join pg_type t on t.oid = a.atttypid
cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) e
cross join lateral (select e.bound, substring(e.bound from 'TO \(''([^'']+)''\)$') as upper) b;

-- A statement that names a partition runs no trigger of its table: the partition gets its own.
create function platform_guard_partition(tab text, part text) returns void language plpgsql as $$
declare
  old record;
begin
  for old in
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = tab::regclass and not tgisinternal and tgtype & 1 = 0
  loop
    execute replace(old.definition, format(' ON public.%I ', tab), format(' ON public.%I ', part));
  end loop;
end $$;

-- Makes a table without an identity column the initial partition of a new one with its name, columns, checks, indexes, references and
-- triggers. `key` is a column with a time or with unix seconds. Views that read the table read the new one then.
create function platform_partition(tab text, key text) returns void language plpgsql as $$
declare
  initial text := tab || '_initial';
  in_seconds boolean := (select atttypid = 'int8'::regtype from pg_attribute where attrelid = tab::regclass and attname = key);
  latest timestamptz;
  next_month timestamptz;
  old record;
begin
  execute format('alter table %I rename to %I', tab, initial);
  for old in
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = initial::regclass
  loop
    execute format('alter index %I rename to %I', old.name, replace(old.name, tab, initial));
  end loop;
  execute format(
    'create table %I (like %I including defaults including constraints including storage) partition by range (%I)', tab, initial, key);
  for old in
    select pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(r.oid) as constraint_definition
    from pg_index i left join pg_constraint r on r.conindid = i.indexrelid and r.conrelid = i.indrelid
    where i.indrelid = initial::regclass order by i.indexrelid
  loop
    execute coalesce(format('alter table %I add ', tab) || old.constraint_definition, replace(old.definition, initial, tab));
  end loop;
  for old in
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = initial::regclass and contype = 'f'
  loop
    execute format('alter table %I add constraint %I %s', tab, old.name, old.definition);
  end loop;
  for old in
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = initial::regclass and not tgisinternal
  loop
    execute replace(old.definition, format(' ON public.%I ', initial), format(' ON public.%I ', tab));
  end loop;

  execute format(case when in_seconds then 'select to_timestamp(max(%I)) from %I' else 'select max(%I) from %I' end, key, initial)
    into latest;
  next_month := (date_trunc('month', greatest(latest, now()) at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', tab, initial,
    case when in_seconds then extract(epoch from next_month)::bigint::text else next_month::text end);
  execute format('create table %I partition of %I default', tab || '_default', tab);
  perform platform_guard_partition(tab, tab || '_default');

  for old in
    select distinct v.oid::regclass as view, pg_get_viewdef(v.oid) as definition
    from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class and v.relkind = 'v'
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = initial::regclass
  loop
    execute format('create or replace view %s as %s', old.view,
      regexp_replace(old.definition, '\m' || initial || '\M', tab, 'g'));
  end loop;
end $$;

-- Adds the partitions of the months up to the one of a day, each `<table>_<year>_<month>`, and returns how many. Rows that came before
-- the partition of their month become one themselves: the default partition takes the place of the month, and a new one is empty.
create function platform_add_months(tab text, until date) returns int language plpgsql as $$
declare
  key text;
  in_seconds boolean;
  month timestamptz := (select max(upper) from platform_partitions where parent = tab);
  next_month timestamptz;
  latest timestamptz;
  part text;
  added int := 0;
begin
  select a.attname, a.atttypid = 'int8'::regtype into key, in_seconds
  from pg_partitioned_table k join pg_attribute a on a.attrelid = k.partrelid and a.attnum = k.partattrs[0]
  where k.partrelid = tab::regclass;
  while month at time zone 'UTC' <= until and added < 24 loop
    part := tab || to_char(month at time zone 'UTC', '_YYYY_MM');
    execute format(case when in_seconds then 'select to_timestamp(max(%I)) from %I' else 'select max(%I) from %I' end,
      key, tab || '_default') into latest;
    if latest is null then
      -- Attached when it is complete: the table is locked for a shorter time than by `partition of`.
      execute format('create table %I (like %I including defaults including constraints including storage)', part, tab);
      perform platform_guard_partition(tab, part);
    else
      execute format('alter table %I detach partition %I', tab, tab || '_default');
      execute format('alter table %I rename to %I', tab || '_default', part);
    end if;
    next_month := (date_trunc('month', greatest(latest, month) at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', tab, part,
      case when in_seconds then extract(epoch from month)::bigint::text else month::text end,
      case when in_seconds then extract(epoch from next_month)::bigint::text else next_month::text end);
    if latest is not null then
      execute format('create table %I partition of %I default', tab || '_default', tab);
      perform platform_guard_partition(tab, tab || '_default');
    end if;
    month := next_month;
    added := added + 1;
  end loop;
  return added;
end $$;

-- Makes a partition a table of its own in the schema `detached`.
create function platform_detach_partition(part text) returns void language plpgsql as $$
declare
  old record;
begin
  select parent, bound into strict old from platform_partitions where name = part;
  execute format('alter table %I detach partition %I', old.parent, part);
  create schema if not exists detached;
  execute format('alter table %I set schema detached', part);
  insert into platform_detached_partitions (name, parent, bound) values (part, old.parent, old.bound);
end $$;

-- Puts a detached partition back.
create function platform_attach_partition(part text) returns void language plpgsql as $$
declare
  old record;
begin
  delete from platform_detached_partitions where name = part returning parent, bound into strict old;
  execute format('alter table detached.%I set schema public', part);
  execute format('alter table %I attach partition %I %s', old.parent, part, old.bound);
end $$;

-- Gives a partitioned table without rows the partitions of another database: names and bounds.
create function platform_take_partitions(tab text, names text[], bounds text[]) returns void language plpgsql as $$
declare
  old record;
begin
  for old in select name from platform_partitions where parent = tab loop
    execute format('drop table %I', old.name);
  end loop;
  for old in select * from unnest(names, bounds) as p (name, bound) loop
    if old.bound !~ '^(DEFAULT|FOR VALUES FROM \((MINVALUE|''[-0-9 :+]+'')\) TO \(''[-0-9 :+]+''\))$' then
      raise exception 'not the bound of a partition: %', old.bound;
    end if;
    execute format('create table %I partition of %I %s', old.name, tab, old.bound);
    perform platform_guard_partition(tab, old.name);
  end loop;
end $$;
