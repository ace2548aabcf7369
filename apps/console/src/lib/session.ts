import { useSyncExternalStore } from 'react';
import { queryClient } from './query-client.ts';

/** The operator's token lives in this tab only: closing it ends the session here. */
const KEY = 'karat-console-token';
const listeners = new Set<() => void>();

export const token = (): string | null => sessionStorage.getItem(KEY);

/** The token by which the server knows this device from an earlier login; it opens nothing. */
const DEVICE_KEY = 'karat-console-device';
export const deviceToken = (): string | null => localStorage.getItem(DEVICE_KEY);
export const keepDeviceToken = (value: string): void => localStorage.setItem(DEVICE_KEY, value);

let ended = false;
/** Whether the server has ended the session that was here before: its operator did not log out. */
export const wasEnded = (): boolean => ended;

export function setToken(value: string | null, byServer = false): void {
  ended = byServer;
  if (value === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, value);
  // What one operator has read is not for the next.
  queryClient.clear();
  for (const tell of listeners) tell();
}

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Whether an operator is logged in, as far as this tab knows. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, token);
