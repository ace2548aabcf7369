-- Stakes on games count towards the limits that a user has set; games have a risk quiz of their own.
alter table options_people
  add column games_open numeric(38, 10) not null default 0 check (games_open >= 0),
  add column games_quiz_version integer,
  add column games_quiz_passed_at timestamptz;
