import type { UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import type { Payload } from './rules.ts';

/**
 * One value of a request, before and after. Null before: it is new; null after: it is removed. Equal before and after:
 * a fact that the second operator needs (a payee, a picture's hash).
 */
export interface Change {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Effect of an approval in terms of its product, with current values. */
export interface Presentation {
  readonly title: string;
  readonly subject: string;
  readonly changes: readonly Change[];
  /** The user whose account it concerns. */
  readonly user?: UserId;
  /** The version of an article that is published, for its preview. */
  readonly articleVersion?: number;
}

/** Describes a payload with current values. */
export type Present = (db: Queries, payload: Payload) => Promise<Presentation>;

/** A moment (unix ms) as operators read it: `2026-12-24 08:00 UTC`; seconds are cut off. */
export const momentText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A fact that stays as it is. */
export const fact = (label: string, value: string): Change => ({ label, before: value, after: value });

/** A value that changes. */
export const change = (label: string, before: string | null, after: string | null): Change => ({
  label,
  before,
  after,
});

/** Returns true if any value differs afterwards. */
export const changesAnything = ({ changes }: Presentation): boolean =>
  changes.some(({ before, after }) => before !== after);
