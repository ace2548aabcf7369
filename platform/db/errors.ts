import pg from 'pg';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns true for a serialization failure or a deadlock: the transaction can be retried unchanged. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);

/** Returns true if a unique constraint (this one, if named) refused the row. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === UNIQUE_VIOLATION &&
  (constraint === undefined || error.constraint === constraint);

/** Returns true if a lock stayed with others for `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;

/** Returns the SQLSTATE of a database error, also of those raised by its functions. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** Returns the name of the constraint that refused a statement, or undefined. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/** Shutdown, starting up, too many connections, a statement cancelled by its time limit. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57014', '53300']);
const CONNECTION_EXCEPTION = '08';
/** The connection broke during a statement. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** Errors of pg without a code: a connection ended, or none became free in time. */
const CONNECTION_ENDED =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Returns true if the database could not be reached or gave up: a later retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && error.syscall === 'connect') return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE.has(code) ||
    BROKEN.has(code) ||
    code.startsWith(CONNECTION_EXCEPTION) ||
    CONNECTION_ENDED.test(error.message)
  );
}

/** Out of range, not a date, not storable text: 22003, 22008, 22021, 22P05. */
const UNUSABLE = new Set(['22003', '22008', '22021', '22P05']);

/** Returns true if a column type refused a value: the contract's checks missed it, but it is the caller's fault. */
export const isUnusableValue = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && UNUSABLE.has(error.code);
