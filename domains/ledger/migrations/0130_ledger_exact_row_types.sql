-- Amounts travel with the type that their columns have, so that a batch's statement converts none of them once more.
alter type ledger_event
  alter attribute available type numeric(38, 10),
  alter attribute held type numeric(38, 10),
  alter attribute available_after type numeric(38, 10),
  alter attribute held_after type numeric(38, 10);
alter type ledger_balance_move
  alter attribute available type numeric(38, 10),
  alter attribute held type numeric(38, 10),
  alter attribute available_before type numeric(38, 10),
  alter attribute held_before type numeric(38, 10);
