-- The console filters journals by kind or reference, newest first. A batch of an engine is one journal, so both are cheap.
create index ledger_journals_kind on ledger_journals (kind, id);
create index ledger_journals_reference on ledger_journals (reference, id);
