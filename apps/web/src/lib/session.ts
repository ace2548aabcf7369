import type { AllReplies } from './calls.ts';
import { create } from 'zustand';
import { storage } from './storage.ts';

/** The user's account as `user/info` returns it. */
export type User = AllReplies['user/info'];

export interface Session {
  readonly token: string | null;
  /** Null until `user/info` has answered. */
  readonly user: User | null;
}

const readText = (key: string): string | null => {
  const value = storage.read(key);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Stored data of older tabs or replies is used only if it has the shape of a user. */
const readUser = (): User | null => {
  const value = storage.read('user');
  return typeof value === 'object' && value !== null && 'uid' in value ? (value as User) : null;
};

/** Returns the session as the browser has stored it. */
export const readSession = (): Session => ({ token: readText('token'), user: readUser() });

/** The session of the user. Stored in the browser; other tabs follow. */
export const useSession = create<Session>(readSession);

/** Opens a session with the token of login or registration. */
export function openSession(token: string): void {
  storage.write('token', token);
  storage.write('user', null);
  useSession.setState({ token, user: null });
}

/** Token that identifies this device to the server. A logout keeps it. */
export const deviceToken = (): string | null => readText('device');

export const keepDeviceToken = (token: string): void => storage.write('device', token);

/** Stores the account as last read from the server. */
export function keepUser(user: User): void {
  storage.write('user', user);
  useSession.setState({ user });
}

/** Removes the session. */
export function closeSession(): void {
  storage.write('token', null);
  storage.write('user', null);
  storage.write('push', null);
  useSession.setState({ token: null, user: null });
}
