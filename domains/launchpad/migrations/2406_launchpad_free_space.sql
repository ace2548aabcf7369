-- A settled application and an allotted subscriber are longer than the rows before: with half of a page free, a third of them moved to
-- another page and got entries in every index.
alter table launchpad_applications set (fillfactor = 40);
alter table launchpad_subscribers set (fillfactor = 40);
