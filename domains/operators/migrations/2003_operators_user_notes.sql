-- Notes of operators on users. The users never see them.
create table operators_user_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  operator_id bigint not null references operators_accounts (id),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index operators_user_notes_of on operators_user_notes (user_id, id desc);

create function operators_user_notes_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'notes on users are append-only' using errcode = 'restrict_violation';
end $$;
create trigger operators_user_notes_append_only before update or delete or truncate on operators_user_notes
  for each statement execute function operators_user_notes_refuse();
