import { get } from '@karat/contract';
import type { Call } from '@karat/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { withinPages } from './last-page.ts';

const call = (effect: Call['effect']): Call =>
  get({ who: 'visitor', effect, summary: '', input: z.object({}), reply: z.null() });

/** Returns the pages that a call is run for, with these replies to any page. */
async function pagesOf(page: unknown, reply: (page: unknown) => unknown, effect: Call['effect'] = 'read') {
  const pages: unknown[] = [];
  const answer = await withinPages(call(effect), { page, limit: 3 }, async (input) => {
    const { page: asked } = input as { page: unknown };
    pages.push(asked);
    return reply(asked);
  });
  return { pages, answer };
}

const numbered = (last: number) => (page: unknown) => ({ current_page: page, last_page: last });
const counted = (count: number) => () => ({ list: [], count, limit: 3 });

test.each([
  ['numbered pages', numbered(4)],
  ['a count and a limit', counted(10)],
  ['a list in a field', (page: unknown) => ({ sums: 1, rows: numbered(4)(page) })],
])('a page beyond the last one is the last one, in a list with %s', async (_name, reply) => {
  expect((await pagesOf(9, reply)).pages).toEqual([9, 4]);
  expect((await pagesOf(4, reply)).pages).toEqual([4]);
  expect((await pagesOf(2, reply)).pages).toEqual([2]);
  expect((await pagesOf(1, reply)).pages).toEqual([1]);
});

test('the last page of an empty list is the first one, and of a full page there is none after it', async () => {
  expect((await pagesOf(2, counted(0))).pages).toEqual([2, 1]);
  expect((await pagesOf(4, counted(9))).pages).toEqual([4, 3]);
  expect((await pagesOf(9, numbered(4))).answer).toEqual({ current_page: 4, last_page: 4 });
});

test('what is no list, and what changes anything, runs once', async () => {
  expect((await pagesOf(9, () => ({ count: 1 }))).pages).toEqual([9]);
  expect((await pagesOf(9, () => null)).pages).toEqual([9]);
  expect((await pagesOf(9, numbered(4), 'write')).pages).toEqual([9]);
});

test('a list that counts from its page on is clamped until the page exists', async () => {
  const ending = (page: unknown) => numbered(page === 9 ? 7 : 2)(page);
  expect((await pagesOf(9, ending)).pages).toEqual([9, 7, 2]);
});
