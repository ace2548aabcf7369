import './browser.ts';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { FakeServer, FakeSocket } from '@karat/fake-server';
import { navigator, startNavigation } from '../app/navigation.ts';
import { Shell } from '../app/Shell.tsx';
import { dropRedirect } from '../lib/navigation.ts';
import type { AnyPath } from '../lib/calls.ts';
import { prefer } from '../lib/preferences.ts';
import { queryClient } from '../lib/query-client.ts';
import { closeSession, openSession } from '../lib/session.ts';
import { shellText } from '../lib/shell-text.ts';
import { socket } from '../lib/socket.ts';
import { useToasts } from '../lib/toast.ts';

/** The server of the test; an unexpected call fails the test. */
export const server = new FakeServer();

// A failure says what is missing, without the whole page; a busy machine takes longer than one second.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(message?.split('\n\n', 1)[0] ?? 'not found'),
});

startNavigation();

beforeEach(() => {
  vi.stubGlobal('fetch', server.fetch);
  prefer({ language: 'en' });
});

afterEach(() => {
  // A redirect that is pending would open its screen in the next test.
  dropRedirect();
  cleanup();
  queryClient.clear();
  closeSession();
  // A connection that a test has broken does not wait for its timer, which would outlast the page.
  socket.connect();
  useToasts.setState({ now: null });
  try {
    server.check();
  } finally {
    server.reset();
  }
});

/** Opens the app at an address with a session, as `main.tsx` draws it, and waits for nothing. */
export async function openApp(address: string): Promise<UserEvent> {
  openSession('token-of-test');
  socket.login('token-of-test');
  socket.connect();
  await shellText.load('en');
  navigator.replace(address);
  render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  );
  return userEvent.setup();
}

/** Pushes a frame of a channel to the app, once it listens. */
export async function push(channel: string, data: unknown): Promise<void> {
  await waitFor(() => expect([...(FakeSocket.connected.at(-1)?.channels ?? [])]).toContain(channel));
  act(() => FakeSocket.connected.at(-1)?.push(channel, data));
}

/** Where the app is. */
export const here = (): string => navigator.heading.address;

/** Pastes a text into the field of a label, in place of what stands there: one input event, where typing draws the app for each letter. */
export async function fillIn(user: UserEvent, label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

/** Taps the button of a name. */
export async function tap(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }));
}

/** Text of the toast, as a screen reader announces it. */
export const statusText = (): string => screen.getByRole('status').textContent ?? '';

/** Lets time pass under fake timers. */
export const advance = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

/** The figure of a name among the facts of a form or dialog, with its unit: `0.2USDT`. */
export const factOf = (part: HTMLElement, name: string | RegExp): string =>
  within(part).getByText(name).parentElement?.querySelector('dd')?.textContent ?? '';

/** The same of a part that may still be loading. */
export async function findFact(part: HTMLElement, name: string | RegExp): Promise<string> {
  await within(part).findByText(name);
  return factOf(part, name);
}

/**
 * Reads of balances, which every movement of money makes outdated. Written out and not taken from `lib/balances.ts`, so that a read
 * that is left out there fails the tests.
 */
export const MONEY_READS = [
  'wallet/list',
  'wallet/detail',
  'wallet/held',
  'wallet/bills',
  'wallet/activity',
  'wallet/get_info',
  'withdrawal/currencies',
  'currency/user_currency_list',
  'lever/deal',
  'microtrade/payable_currencies',
] as const;

/** Keeps an answer of each of these reads as another screen has left it; returns a look-up of those that are still current. */
export function keepReads(...paths: readonly AnyPath[]): () => AnyPath[] {
  const keyOf = (path: AnyPath) => [path, 'of another screen'];
  for (const path of paths) queryClient.setQueryData(keyOf(path), []);
  return () => paths.filter((path) => queryClient.getQueryState(keyOf(path))?.isInvalidated === false);
}

/** What the toast says; screens have live regions of their own. */
export const toastText = (): string => useToasts.getState().now?.text ?? '';

/** Chooses an option of a select inside of an element. */
export async function select(
  user: UserEvent,
  inside: HTMLElement,
  name: string,
  option: string | RegExp,
): Promise<void> {
  await user.click(within(inside).getByRole('button', { name: new RegExp(`^${name}: `) }));
  const list = await screen.findByRole('listbox', { name });
  await user.click(within(list).getByRole('option', { name: option }));
}
