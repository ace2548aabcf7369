-- Rules of transaction monitoring: the newest version of each counts. Without a row the built-in parameters do, as version 0.
create table compliance_rule_versions (
  rule text not null,
  version int not null check (version > 0),
  enabled boolean not null,
  hold boolean not null,
  -- Decimal texts by name.
  parameters jsonb not null,
  asked_by text not null,
  approved_by text not null check (approved_by <> asked_by),
  at timestamptz not null,
  primary key (rule, version)
);
create trigger compliance_rule_versions_append_only before update or delete or truncate on compliance_rule_versions
  for each statement execute function compliance_append_only();

-- A row to lock while a rule is judged about a subject (`user:` and a UID, `payee:` and a hash, `payer:` and a name's hash).
create table compliance_rule_subjects (
  rule text not null,
  subject text not null,
  primary key (rule, subject)
);

-- A rule that was met in a window. Its first fact names the window, so that it is stored once.
create table compliance_hits (
  id bigint generated always as identity primary key,
  rule text not null,
  version int not null,
  subject text not null,
  first_kind text not null,
  first_reference bigint not null,
  window_start timestamptz not null,
  window_end timestamptz not null check (window_end > window_start),
  case_id bigint not null references compliance_cases,
  explanation text not null,
  at timestamptz not null,
  constraint compliance_hits_once unique (rule, version, subject, first_kind, first_reference)
);
create index compliance_hits_of_subject on compliance_hits (rule, subject, id desc);
create index compliance_hits_of_case on compliance_hits (case_id, id desc);
create index compliance_hits_by_time on compliance_hits (rule, at);
create trigger compliance_hits_kept before delete or truncate on compliance_hits
  for each statement execute function compliance_append_only();

-- What a rule was met by, once for each case.
create table compliance_facts (
  case_id bigint not null references compliance_cases,
  rule text not null,
  kind text not null check (kind in ('withdrawal', 'send', 'gift', 'deposit', 'voucher', 'fiat_order', 'verification')),
  reference bigint not null,
  hit_id bigint not null references compliance_hits,
  user_id bigint not null,
  usdt numeric(38, 10) check (usdt >= 0),
  happened_at timestamptz not null,
  note text not null,
  primary key (case_id, rule, kind, reference)
);
create index compliance_facts_of_hit on compliance_facts (hit_id, happened_at);
create trigger compliance_facts_append_only before update or delete on compliance_facts
  for each row execute function compliance_append_only();
