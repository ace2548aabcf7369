import pg from 'pg';
import { expect, test } from 'vitest';
import {
  errorCode,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  isUnusableValue,
  violatedConstraint,
} from './errors.ts';

/** An error as the database reports it. */
function reported(code: string, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 7, 'error');
  error.code = code;
  if (constraint !== undefined) error.constraint = constraint;
  return error;
}
/** An error of the network, with its code and the call that failed. */
const ofNetwork = (code: string, syscall: string): Error => Object.assign(new Error(code), { code, syscall });

test('a serialization failure and a deadlock are retried, nothing else', () => {
  expect(['40001', '40P01'].map((code) => isRetryable(reported(code)))).toEqual([true, true]);
  for (const code of ['40002', '40003', '23505', '57014', '55P03'])
    expect(isRetryable(reported(code)), code).toBe(false);
  expect(isRetryable(Object.assign(new Error('like one'), { code: '40001' }))).toBe(false);
});

test('a unique violation is that of the named constraint, or of any', () => {
  const error = reported('23505', 'users_email');
  expect([isUniqueViolation(error), isUniqueViolation(error, 'users_email')]).toEqual([true, true]);
  expect(isUniqueViolation(error, 'users_phone')).toBe(false);
  expect(isUniqueViolation(reported('23503', 'users_email'))).toBe(false);
  expect([errorCode(error), violatedConstraint(error)]).toEqual(['23505', 'users_email']);
  const other = new Error('other');
  expect([errorCode(other), violatedConstraint(other), isUniqueViolation(other)]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test.each(['57P01', '57P02', '57P03', '57014', '53300', '08000', '08006'])(
  'the database is unavailable at %s',
  (code) => {
    expect(isUnavailable(reported(code))).toBe(true);
  },
);

test('the database is unavailable if it cannot be reached, or if the connection broke or ended', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', 'EACCES'])
    expect(isUnavailable(ofNetwork(code, 'connect')), code).toBe(true);
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
    expect(isUnavailable(ofNetwork(code, 'write')), code).toBe(true);
  for (const message of [
    'Connection terminated',
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])
    expect(isUnavailable(new Error(message)), message).toBe(true);
});

test('an error of a statement or of the program does not make the database unavailable', () => {
  for (const code of ['23505', '40001', '42601', '57000'])
    expect(isUnavailable(reported(code)), code).toBe(false);
  expect(isUnavailable(ofNetwork('ENOENT', 'open'))).toBe(false);
  for (const error of [new Error('the Connection terminated'), 'Connection terminated', undefined])
    expect(isUnavailable(error)).toBe(false);
});

test('a value that a column cannot hold is the fault of the caller', () => {
  for (const code of ['22003', '22008', '22021', '22P05'])
    expect(isUnusableValue(reported(code)), code).toBe(true);
  for (const code of ['22012', '23514', '22001']) expect(isUnusableValue(reported(code)), code).toBe(false);
  expect(isUnusableValue(new Error('22003'))).toBe(false);
});
