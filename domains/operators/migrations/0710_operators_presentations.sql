-- What an approval changes, as its second person saw it: title, subject, values before and after.
alter table operators_approvals add column presentation jsonb;
