-- Articles and banners; one row of text for each language.
create table content_articles (
  id bigint generated always as identity primary key,
  category int not null,
  -- Names an article that the program ships, so that seeding again finds it.
  slug text unique,
  published boolean not null default false,
  thumbnail text,
  link text,
  position int not null default 0 check (position >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index content_articles_by_category on content_articles (category, position, id desc);

create table content_texts (
  article_id bigint not null references content_articles on delete cascade,
  lang text not null,
  title text not null,
  abstract text not null,
  body text not null,
  primary key (article_id, lang)
);
