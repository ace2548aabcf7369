-- Limits of users are changed by two people; who approves sees whether somebody else was faster.
alter table contracts_settings add column version integer not null default 1;
alter table contracts_settings add check (positions_max <= 1000);
alter table contracts_levels add check (multiple_max <= 200);
