import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

/** The operator's token lives in this tab only: closing it ends the session here. */
const KEY = 'karat-console-token';
const listeners = new Set<() => void>();

export const token = (): string | null => sessionStorage.getItem(KEY);

/** Token that identifies this device to the server; it authorises nothing. */
const DEVICE_KEY = 'karat-console-device';
export const deviceToken = (): string | null => localStorage.getItem(DEVICE_KEY);
export const keepDeviceToken = (value: string): void => localStorage.setItem(DEVICE_KEY, value);

let ended = false;
/** Whether the server ended the previous session, as opposed to a logout. */
export const wasEnded = (): boolean => ended;

export function setToken(value: string | null, byServer = false): void {
  ended = byServer;
  if (value === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, value);
  // Removes data that the previous operator has read.
  queryClient.clear();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether this tab has a session. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, token);
