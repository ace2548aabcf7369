import type { AllReplies } from './calls.ts';
import { create } from 'zustand';
import { storage } from './storage.ts';

/** The own account as `user/info` tells it. */
export type User = AllReplies['user/info'];

export interface Session {
  readonly token: string | null;
  /** Null until `user/info` answered. */
  readonly user: User | null;
}

const readText = (key: string): string | null => {
  const value = storage.read(key);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** What an older tab or an older reply left is only taken if it has the shape of a user. */
const readUser = (): User | null => {
  const value = storage.read('user');
  return typeof value === 'object' && value !== null && 'uid' in value ? (value as User) : null;
};

/** Who is logged in. Kept in the browser; other tabs follow. */
export const useSession = create<Session>(() => ({ token: readText('token'), user: readUser() }));

/** Opens a session with the token of login or registration. */
export function openSession(token: string): void {
  storage.write('token', token);
  storage.write('user', null);
  useSession.setState({ token, user: null });
}

/** The token by which the server knows this device from an earlier login. A logout keeps it. */
export const deviceToken = (): string | null => readText('device');

export const keepDeviceToken = (token: string): void => storage.write('device', token);

/** Keeps the account as the server last told it. */
export function keepUser(user: User): void {
  storage.write('user', user);
  useSession.setState({ user });
}

/** Forgets who was logged in. */
export function closeSession(): void {
  storage.write('token', null);
  storage.write('user', null);
  useSession.setState({ token: null, user: null });
}

/** A login or logout in another tab is one here too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== 'token' && event.key !== null) return;
    useSession.setState({ token: readText('token'), user: readUser() });
  });
}
