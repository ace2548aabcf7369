-- The white paper of a project as a document of this site: a file of the private store, named by the hash of its bytes. Like every
-- other term it does not change once two operators have approved it.
alter table launchpad_projects
  add column paper_file text check (paper_file ~ '^/files/[A-Za-z0-9_-]{22}$'),
  add column paper_sha256 text check (paper_sha256 ~ '^[0-9a-f]{64}$'),
  add column paper_bytes integer check (paper_bytes > 0),
  add constraint launchpad_projects_paper check (
    (paper_file is null) = (paper_sha256 is null) and (paper_file is null) = (paper_bytes is null));
