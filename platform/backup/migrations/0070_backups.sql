-- Backups that were completed: an alert watches that there is a new one.
create table platform_backups (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  bytes bigint not null
);
