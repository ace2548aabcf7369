import pg from 'pg';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';

/** Whether the transaction lost a race and may be run again as it was. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);

/** Whether a unique constraint (this one, if named) refused the row. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  (constraint === undefined || error.constraint === constraint);

/** Name of the constraint that refused a statement, if one did. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;
