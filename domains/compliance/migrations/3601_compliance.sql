-- Cases of compliance, and sanction lists.

create table compliance_cases (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sanction_match', 'suspicious_withdrawal', 'account_ring', 'chargeback', 'other')),
  user_id bigint not null,
  severity smallint not null check (severity between 1 and 4),
  status text not null default 'open' check (status in ('open', 'in_review', 'waiting', 'closed')),
  -- Login of the operator.
  assignee text,
  summary text not null,
  opened_by text not null,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  outcome text check (outcome in ('false_positive', 'confirmed', 'no_action', 'action_taken')),
  reason text not null default '',
  closed_by text,
  closed_at timestamptz,
  check ((status = 'closed') = (closed_at is not null and outcome is not null and closed_by is not null)),
  check (status not in ('in_review', 'waiting') or assignee is not null),
  check (outcome is null or (kind = 'sanction_match') = (outcome in ('false_positive', 'confirmed')))
) with (fillfactor = 80);
-- One case of a kind for each user that is not closed: another finding joins it.
create unique index compliance_one_case on compliance_cases (user_id, kind) where status <> 'closed';
create index compliance_of_user on compliance_cases (user_id, id desc);
create index compliance_queue on compliance_cases (severity desc, opened_at, id) where status <> 'closed';

create table compliance_events (
  id bigint generated always as identity primary key,
  case_id bigint not null references compliance_cases,
  kind text not null,
  by text not null,
  text text not null,
  created_at timestamptz not null
);
create index compliance_events_of_case on compliance_events (case_id, id);

create table compliance_links (
  case_id bigint not null references compliance_cases,
  kind text not null check (kind in ('withdrawal', 'deposit', 'verification', 'fiat_order')),
  reference bigint not null,
  primary key (case_id, kind, reference)
);
create index compliance_links_of_record on compliance_links (kind, reference);

-- Versions of the sanction list. The content is kept while it is the newest.
create table compliance_lists (
  id bigint generated always as identity primary key,
  title text not null,
  format text not null check (format in ('json', 'csv', 'ofac')),
  sha256 bytea not null check (octet_length(sha256) = 32),
  file_at timestamptz not null,
  loaded_at timestamptz not null,
  entries integer not null check (entries > 0),
  names integer not null check (names >= entries),
  content bytea
);

-- Result of the last check of the file: one row.
create table compliance_list_check (
  one boolean primary key default true check (one),
  checked_at timestamptz not null,
  error text
);

-- Screening of all verified users against a version: one row for each, moved on with each slice.
create table compliance_runs (
  list_id bigint primary key references compliance_lists,
  started_at timestamptz not null,
  finished_at timestamptz,
  after_user bigint not null default 0,
  users integer not null default 0,
  matched integer not null default 0
);

create table compliance_matches (
  case_id bigint not null references compliance_cases,
  -- Hash of the entry as it was on the list: a changed entry matches anew.
  entry_key bytea not null check (octet_length(entry_key) = 32),
  name_key text not null,
  name text not null,
  listed_name text not null,
  entry text not null,
  note text not null,
  score smallint not null check (score between 1 and 100),
  list_id bigint not null references compliance_lists,
  primary key (case_id, entry_key, name_key)
);

-- Matches that two operators have cleared: the same name of the same user matches the same entry no more.
create table compliance_cleared (
  user_id bigint not null,
  name_key text not null,
  entry_key bytea not null check (octet_length(entry_key) = 32),
  case_id bigint not null references compliance_cases,
  primary key (user_id, name_key, entry_key)
);

create function compliance_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger compliance_events_append_only before update or delete on compliance_events
  for each row execute function compliance_append_only();
create trigger compliance_cleared_append_only before update or delete on compliance_cleared
  for each row execute function compliance_append_only();

create function compliance_closed_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'closed' then
    raise exception 'case %: a closed case does not change', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger compliance_closed_stays before update or delete on compliance_cases
  for each row execute function compliance_closed_stays();
