-- The console filters the log by operator, action or subject, newest first.
create index platform_audit_actor on platform_audit (actor, id);
create index platform_audit_action on platform_audit (action, id);
create index platform_audit_subject on platform_audit (subject, id);
