-- What operators write to an applicant whom they reject.
alter table loans_loans add column note text not null default ''
  check (length(note) <= 300) check (note = '' or state = 'rejected');

-- The notification names the note; earlier ones have none.
update messages_notices set values = values || '{"note": ""}' where kind = 'loans:rejected';
