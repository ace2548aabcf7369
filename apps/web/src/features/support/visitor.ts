import { storage } from '../../lib/storage.ts';

/** The conversation of a visitor in this browser. */
export interface VisitorAccess {
  readonly id: number;
  readonly token: string;
}

const KEY = 'support_visitor';

export function readVisitorAccess(): VisitorAccess | null {
  const value = storage.read(KEY);
  if (typeof value !== 'object' || value === null || !('id' in value) || !('token' in value)) return null;
  const { id, token } = value;
  return typeof id === 'number' && typeof token === 'string' ? { id, token } : null;
}

/** Stores the access; null forgets it. */
export const keepVisitorAccess = (access: VisitorAccess | null): void => storage.write(KEY, access);
