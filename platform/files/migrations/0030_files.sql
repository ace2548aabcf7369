-- What people uploaded. The bytes lie in the file store under their SHA-256; a row says whose they are and who may see them.
create table platform_files (
  id text primary key,
  owner bigint not null,
  visibility text not null check (visibility in ('public', 'private')),
  mime text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null,
  unique (owner, sha256, visibility)
);
