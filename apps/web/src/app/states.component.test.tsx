import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openApp, server } from '../testing/app.tsx';
import { queryClient } from '../lib/query-client.ts';
import { navigator } from './navigation.ts';
import { allScreens } from './screens.ts';

/** Parameters with which every screen reads what it shows. */
const SEARCH = 'id=100001&code=W00000000000&uid=100001&currency=3&type=1&match_id=1';
const paths = allScreens().map(({ path }) => path);

const NO_CONNECTION = 'No connection. Check your network and try again.';
const OUR_SIDE = 'Something went wrong on our side. Try again in a moment.';

const all = (selector: string): readonly Element[] => [...document.querySelectorAll(selector)];

/** Opens a screen and waits until it has read what it shows. */
async function settle(path: string): Promise<void> {
  await openApp(`${path}?${SEARCH}`);
  await waitFor(() => expect(navigator.view().shown.kind).not.toBe('pending'));
  // What one read brings may start another.
  for (let round = 0; round < 3; round += 1) {
    await act(() => Promise.resolve());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  }
}

const shown = (): string => document.body.textContent;

/** Reads that only add to a screen: a count of messages, whether support is there, the address of the site. */
const OPTIONAL: ReadonlySet<unknown> = new Set(['usermessage', 'support/status', 'getSiteConfig']);

/** Reads of the screen that have failed, if it does not say why. */
const silentReads = (why: string): readonly unknown[] =>
  shown().includes(why)
    ? []
    : queryClient
        .getQueryCache()
        .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })
        .map(({ queryKey }) => queryKey[0])
        .filter((call) => !OPTIONAL.has(call));

beforeEach(() =>
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } }),
);

describe.each(paths)('%s', (path) => {
  test('offline it says so, and calls nothing empty', async () => {
    server.offline();
    await settle(path);
    expect(all('[data-state=empty]').map((part) => part.textContent)).toEqual([]);
    expect(shown()).not.toContain(OUR_SIDE);
    await waitFor(() => expect(silentReads(NO_CONNECTION)).toEqual([]));
    expect(shown()).not.toContain('This screen could not be shown');
    server.reset();
  });

  test('a failure of the server is not called a lost connection, and nothing is called empty', async () => {
    server.otherwise(500);
    await settle(path);
    expect(all('[data-state=empty]').map((part) => part.textContent)).toEqual([]);
    expect(shown()).not.toContain(NO_CONNECTION);
    await waitFor(() => expect(silentReads(OUR_SIDE)).toEqual([]));
    expect(shown()).not.toContain('This screen could not be shown');
    server.reset();
  });

  test('an empty list has a next action', async () => {
    server.otherwise('empty');
    await settle(path);
    const ends = all('[data-state=empty]:not([data-next])').filter(
      (part) => part.querySelector('a, button') === null,
    );
    expect(ends.map((part) => part.textContent)).toEqual([]);
    expect(shown()).not.toContain('This screen could not be shown');
    // Ids of the smallest replies are zero, which the contract refuses as input of the next read.
    server.reset();
  });
});
