-- What an editor saved: it never changes afterwards. The texts and the columns of content_articles that these tables
-- replace stay as they are, so that the release before can run beside this one and after a rollback.
create table content_versions (
  id bigint generated always as identity primary key,
  article_id bigint not null references content_articles on delete cascade,
  number int not null check (number > 0),
  thumbnail text,
  link text,
  position int not null default 0 check (position >= 0),
  -- Login of the operator; null: shipped with the program or older than the versions.
  saved_by text,
  saved_at timestamptz not null,
  unique (article_id, number),
  unique (article_id, id)
);

create table content_version_texts (
  version_id bigint not null references content_versions on delete cascade,
  lang text not null,
  title text not null,
  abstract text not null,
  body text not null,
  primary key (version_id, lang)
);

-- What is shown from a moment on: the last one that began counts, until it ends. Without a version nothing is shown.
create table content_publications (
  id bigint generated always as identity primary key,
  article_id bigint not null references content_articles,
  version_id bigint,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  decided_at timestamptz not null,
  -- Logins; null: shipped with the program or older than the versions.
  requested_by text,
  decided_by text,
  -- Withdrawn before it began.
  cancelled_at timestamptz,
  foreign key (article_id, version_id) references content_versions (article_id, id),
  check (version_id is not null or ends_at is null)
);
create index content_publications_in_order on content_publications (article_id, starts_at desc, id desc)
  where cancelled_at is null;

insert into content_versions (article_id, number, thumbnail, link, position, saved_at)
select id, 1, thumbnail, link, position, updated_at from content_articles;

insert into content_version_texts (version_id, lang, title, abstract, body)
select v.id, t.lang, t.title, t.abstract, t.body
from content_texts t join content_versions v on v.article_id = t.article_id;

insert into content_publications (article_id, version_id, starts_at, decided_at)
select a.id, v.id, a.created_at, a.updated_at
from content_articles a join content_versions v on v.article_id = a.id
where a.published;

-- A second operator approves the version that they read.
create function content_versions_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a saved version does not change';
end $$;
create trigger content_versions_stay before update on content_versions
  for each row execute function content_versions_stay();
create trigger content_version_texts_stay before update on content_version_texts
  for each row execute function content_versions_stay();
