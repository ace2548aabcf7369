import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { fieldsOf, plausible } from './testing/hostile.ts';

interface List {
  readonly current_page: number;
  readonly data: readonly unknown[];
  readonly last_page: number;
  readonly per_page: number;
  readonly total: number;
}

let database: PreparedDatabase;
let server: TestServer;
let tokens: Record<string, string>;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  const roles = ['support', 'finance', 'risk', 'admin'];
  const opened = await Promise.all(roles.map((role) => server.loginOperator(role)));
  tokens = {
    ...Object.fromEntries(roles.map((role, at) => [role, opened[at] ?? ''])),
    user: await server.login('alice'),
  };
  const own = { token: tokens['user'] ?? '' };
  for (const to of ['100002', '100003', '100004']) {
    const moved = { currency_id: 3, number: '1', from_field: 'change', to_field: 'legal' };
    const conversion = { from_currency_id: 3, to_currency_id: 1, number: '20' };
    await server.reply('wallet/change', { ...own, body: moved });
    await server.reply('user/Transfer', { ...own, body: conversion });
    await server.reply('user/receivers/save', { ...own, body: { to, name: `Friend ${to}` } });
  }
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const lists = Object.values(contract)
  .flatMap((group): [string, Call][] => Object.entries(group))
  .filter(([, call]) => 'page' in fieldsOf(call));

/** Returns the list of a reply, directly or in a field; converts the older form with a count. */
function listIn(message: unknown, page: number): List {
  const reply = message as Record<string, unknown>;
  if ('list' in reply && 'current_page' in reply) {
    const { list: data, ...paging } = reply;
    return { data, ...paging } as List;
  }
  if ('list' in reply) {
    const { list, count, limit } = reply as { list: unknown[]; count: number; limit: number };
    const last_page = Math.max(1, Math.ceil(count / limit));
    return { current_page: Math.min(page, last_page), data: list, last_page, per_page: limit, total: count };
  }
  const found = [reply, ...Object.values(reply)].find(
    (value) => typeof value === 'object' && value !== null && 'current_page' in value,
  );
  return found as List;
}

/** Lists that are empty for this account. */
const REFUSED = new Set([
  'trader_unknown',
  'mining_order_unknown',
  'recurring_unknown',
  'loan_unknown',
  'nft_unknown',
]);

/** What distinguishes the rows of a list; the rest of a row may change between two reads. */
const idOf = (row: unknown): unknown => {
  const { id, uid, code, day, order_id: order, seq, date } = row as Record<string, unknown>;
  return id ?? uid ?? code ?? order ?? seq ?? date ?? day;
};

test.each(lists)('%s clamps page and limit, and goes on with its second page', async (path, call) => {
  const { who } = call;
  const role = typeof who === 'object' ? (who.operator[0] ?? '') : 'user';
  const ask = (page: string, limit?: string) =>
    server.ask(path, {
      method: call.method,
      token: tokens[role],
      body: { ...plausible(call), page, ...(limit === undefined ? {} : { limit }) },
    });
  const first = await ask('1', '1');
  if (REFUSED.has(first.error ?? '')) return;
  expect(first.type, String(first.message)).toBe('ok');
  const { total } = listIn(first.message, 1);
  for (const page of ['9999', '100000000', '1e9']) {
    const beyond = listIn((await ask(page, '1')).message, Number(page));
    expect(beyond.current_page, page).toBe(beyond.last_page);
    expect(beyond.data.length, page).toBe(total > 0 ? 1 : 0);
  }
  for (const page of ['0', '-3', 'abc', ''])
    expect(listIn((await ask(page, '1')).message, 1).current_page, page).toBe(1);
  expect(listIn((await ask('1', '0')).message, 1).per_page).toBe(1);
  expect(listIn((await ask('1', '100000')).message, 1).per_page).toBe(100);
  const rows = async (page: string, limit: string) => listIn((await ask(page, limit)).message, 1).data;
  const [together, one, two] = [await rows('1', '2'), await rows('1', '1'), await rows('2', '1')];
  if (total > 1) expect([...one, ...two].map(idOf)).toEqual(together.map(idOf));
});

test('bills can be paged to the end by number, and by cursor over the same rows', async () => {
  const read = async (body: Record<string, string | number>) =>
    server.reply('wallet/bills', { token: tokens['user'], body: { ...body, limit: 2 } });
  const { last_page: last, total } = await read({ page: 1 });
  const byNumber: number[] = [];
  for (let page = 1; page <= last; page++) byNumber.push(...(await read({ page })).data.map(({ id }) => id));
  expect(new Set(byNumber).size).toBe(total);
  const byCursor: number[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page = await read(next === '' ? {} : { cursor: next });
    byCursor.push(...page.data.map(({ id }) => id));
    next = page.next;
  }
  expect(byCursor).toEqual(byNumber);
});
