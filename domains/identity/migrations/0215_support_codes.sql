-- A visitor proves an e-mail address to customer service with a code.
alter table identity_codes drop constraint identity_codes_purpose_check;
alter table identity_codes add constraint identity_codes_purpose_check
  check (purpose in ('register', 'forget', 'password', 'pay_password', 'receiver', 'security', 'bind', 'unfreeze', 'login', 'support'));
