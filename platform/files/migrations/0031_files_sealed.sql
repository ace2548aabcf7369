-- Sealed files are for the eyes of their owner; operators see them through calls that write each look down.
alter table platform_files drop constraint platform_files_visibility_check;
alter table platform_files add constraint platform_files_visibility_check
  check (visibility in ('public', 'private', 'sealed'));
-- Who else sent in the same picture.
create index platform_files_sha256 on platform_files (sha256);
