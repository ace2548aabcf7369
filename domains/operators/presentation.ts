import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Payload } from './rules.ts';

/**
 * One value that a request changes, as it is and as it would be. Null before: it is new; null after: it is removed. The same
 * before and after: a fact that the second person needs (a payee, a picture's hash).
 */
export interface Change {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What an approval would do, in words of its product, with the values of this moment. */
export interface Presentation {
  readonly title: string;
  readonly subject: string;
  readonly changes: readonly Change[];
  /** The user whose account it concerns. */
  readonly user?: UserId;
}

/** Describes a payload with the values of this moment. */
export type Present = (db: Queries, payload: Payload) => Promise<Presentation>;

/** A fact that stays as it is. */
export const fact = (label: string, value: string): Change => ({ label, before: value, after: value });

/** A value that changes. */
export const change = (label: string, before: string | null, after: string | null): Change => ({
  label,
  before,
  after,
});

/** Whether anything would differ afterwards. */
export const changesAnything = ({ changes }: Presentation): boolean =>
  changes.some(({ before, after }) => before !== after);
