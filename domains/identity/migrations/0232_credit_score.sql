-- The credit score is computed from facts at each read.
alter table identity_users drop column credit_score;
