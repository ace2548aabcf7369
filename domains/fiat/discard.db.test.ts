import { sql } from '@karat/platform/db';
import { amount } from '@karat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USD_ACCOUNT, callDesk } from './testing/desk.ts';
import { FiatHarness } from './testing/harness.ts';
import { knownReference } from './statement-store.ts';

let h: FiatHarness;
beforeAll(async () => {
  h = await FiatHarness.open('discard');
});
afterAll(() => h?.close());

test('a discarded statement keeps the lines that paid, and frees the references of its others', async () => {
  const call = callDesk(h);
  const { id, reference } = await h.place(h.newUser(), { method: 'swift', amount: amount('80') });
  await h.importCredits(['of the statement before', '5']);
  await h.importCredits([reference, '80'], ['nobody', '7']);
  const states = () =>
    h.database.db.rows<{ id: number; state: string }>(sql`select id, state from fiat_lines order by id`);
  const [, paying] = await states();
  await call('console/fiat_confirm', { id, line_id: paying?.id ?? 0 });
  const { approval } = await call('console/fiat_statement_discard', { id: 2, reason: 'of another bank' });
  await h.approve(approval);
  expect((await states()).map(({ state }) => state)).toEqual(['unmatched', 'used', 'discarded']);
  const known = (name: string) => knownReference(h.database.db, USD_ACCOUNT, [name]);
  expect([await known('B-1'), await known('B-2'), await known('B-3')]).toEqual(['B-1', 'B-2', undefined]);
});
