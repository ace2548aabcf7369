-- Columns named after what they hold: the contact that a code was sent to, and the attempts to enter it.
alter table identity_codes rename column receiver to contact;
alter table identity_codes rename column tries to attempts;
