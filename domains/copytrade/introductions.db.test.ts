import { contract, userId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { callHandler } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copytradeHandlers } from './http.ts';
import { tradersFixture } from './testing/traders-fixture.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const [TINA, ROBOT] = [userId(100_971), userId(100_972)];

let database: TestDatabase;
let fixture: ReturnType<typeof tradersFixture>;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = tradersFixture(database.db, START);
  await database.db.transact(async (tx) => {
    await fixture.copytrade.seedDemoTrader(tx, TINA, 'Slow and steady');
    await fixture.copytrade.seedDemoTrader(tx, ROBOT, 'Follows the trend', true);
  });
});
afterAll(() => database.drop());

/** Introductions by trader, as a reader of a language sees them in a list and alone. */
async function introductions(lang: Lang, deps = fixture.deps) {
  const ask = <Path extends 'follow/index' | 'follow/traders' | 'follow/traderDetail'>(
    path: Path,
    fields = {},
  ) => callHandler(contract.copytrade, copytradeHandlers(deps), path, { lang, fields });
  const shown = [
    ...(await ask('follow/index')).data,
    ...(await ask('follow/traders')).data,
    await ask('follow/traderDetail', { trader_user_id: TINA }),
    await ask('follow/traderDetail', { trader_user_id: ROBOT }),
  ];
  const of = (id: number) => shown.filter((each) => each.id === id).map(({ about }) => about);
  return { tina: of(TINA), robot: of(ROBOT) };
}

test('only a simulated trader is introduced in the language of the reader', async () => {
  const deps = { ...fixture.deps, introductionIn: (about: string, lang: Lang) => `${lang}: ${about}` };
  const tina = Array.from({ length: 3 }, () => 'Slow and steady');
  expect(await introductions('jp', deps)).toEqual({
    tina,
    robot: Array.from({ length: 3 }, () => 'jp: Follows the trend'),
  });
  expect((await introductions('fra', deps)).robot[0]).toBe('fra: Follows the trend');
});

test('without translations the stored text is shown', async () => {
  expect((await introductions('jp')).robot).toEqual(Array.from({ length: 3 }, () => 'Follows the trend'));
});
