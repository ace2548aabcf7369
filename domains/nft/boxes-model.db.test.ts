import { Refusal, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { boxFormula } from '@karat/evidence';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBox } from './boxes.ts';
import { ARTIST, DAY, NftFixture } from './testing/fixture.ts';

const PEOPLE = [0, 1, 2].map((index) => userId(100_400 + index));
const FUNDS = 100_000;
const PRICE = 10;
/** The price less the fee of 2.5 %. */
const RECEIVED = 9.75;

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const user of PEOPLE) await nft.fund(user, String(FUNDS));
});
afterAll(() => database.drop());

interface NaiveBox {
  readonly owner: UserId;
  readonly code: string;
  isOpened: boolean;
}

/** A series as one would write it down on paper; the draws are those of the server. */
class NaiveSeries {
  readonly boxes: NaiveBox[] = [];
  readonly total: number;
  readonly userMax: number;
  readonly end: number;

  constructor(total: number, userMax: number, end: number) {
    this.total = total;
    this.userMax = Math.min(userMax, total);
    this.end = end;
  }

  boughtBy(user: UserId): number {
    return this.boxes.filter(({ owner }) => owner === user).length;
  }

  takes(user: UserId, now: number): boolean {
    return now < this.end && this.boxes.length < this.total && this.boughtBy(user) < this.userMax;
  }
}

const lives = fc.record({
  common: fc.integer({ min: 1, max: 5 }),
  rare: fc.integer({ min: 1, max: 3 }),
  userMax: fc.integer({ min: 1, max: 6 }),
  actions: fc.array(
    fc.record({
      user: fc.constantFrom(...PEOPLE),
      action: fc.constantFrom('buy', 'buy', 'buy', 'open', 'wait'),
      /** Which of all boxes is opened, in percent; how much of the time that is left passes. */
      share: fc.integer({ min: 0, max: 101 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
});

const isAccepted = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
const open = (user: UserId, code: string): Promise<boolean> =>
  isAccepted(database.db.transact((tx) => openBox(nft.deps, tx, user, code)));
const freeOf = async (user: UserId): Promise<number> => Number((await nft.wallet(user)).split(' ')[0]);

/** Boxes of a series with the owner of what they drew. */
const rowsOf = (series: number) =>
  database.db.rows<{
    code: string;
    owner_id: number;
    item_owner: number;
    artwork_id: number;
    body: string | null;
  }>(sql`
    select b.code, b.owner_id, i.owner_id as item_owner, b.artwork_id, r.body
    from nft_boxes b join nft_items i on i.id = b.item_id left join proofs_receipts r on r.hash = b.receipt
    where b.series_id = ${series} order by b.box`);

async function expectProved(series: number): Promise<void> {
  for (const row of await rowsOf(series)) {
    expect(row.item_owner).toBe(row.owner_id);
    const { order, result } = JSON.parse(row.body ?? '{}') as Record<
      'order' | 'result',
      Record<string, string>
    >;
    expect(boxFormula.result(order, [])).toEqual(result);
    expect(result['artwork']).toBe(String(row.artwork_id));
  }
}

test('random lives of series agree with a naive one, conserve money, and give each edition one owner', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ common, rare, userMax, actions }) => {
      const artworks = [await nft.artwork(common), await nft.artwork(rare, 'SR')] as const;
      const ids = artworks.map(({ id }) => id);
      const series = await nft.series(
        [
          [artworks[0].id, common],
          [artworks[1].id, rare],
        ],
        String(PRICE),
        userMax,
      );
      const naive = new NaiveSeries(common + rare, userMax, nft.clock.now() + DAY);
      const before = await Promise.all([...PEOPLE, ARTIST].map(freeOf));
      for (const { user, action, share } of actions) {
        const now = nft.clock.now();
        switch (action) {
          case 'buy': {
            let code: string | undefined;
            const wanted = naive.takes(user, now);
            const bought = nft.buy(series.code, user).then(({ box }) => (code = box));
            expect(await isAccepted(bought)).toBe(wanted);
            if (code !== undefined) naive.boxes.push({ owner: user, code, isOpened: false });
            break;
          }
          case 'open': {
            const box = naive.boxes[Math.floor((naive.boxes.length * share) / 102)];
            if (box === undefined) break;
            const wanted = box.owner === user && !box.isOpened;
            expect(await open(user, box.code)).toBe(wanted);
            if (wanted) box.isOpened = true;
            break;
          }
          case 'wait':
            nft.clock.set(now + Math.max(0, Math.floor(((naive.end - now) * share) / 100)));
            await nft.worker.runDue();
            break;
          default:
            action satisfies never;
        }
      }
      expect(await nft.contradictions()).toEqual([]);
      nft.clock.set(Math.max(nft.clock.now(), naive.end));
      await nft.worker.runDue();
      for (const box of naive.boxes.filter(({ isOpened }) => !isOpened))
        expect(await open(box.owner, box.code)).toBe(true);
      await nft.worker.runDue();
      await expectProved(series.id);
      const gains = PEOPLE.map((user) => 0 - PRICE * naive.boughtBy(user));
      const after = await Promise.all([...PEOPLE, ARTIST].map(freeOf));
      expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([
        ...gains,
        RECEIVED * naive.boxes.length,
      ]);
      const { unsold } = await database.db.one<{ unsold: number }>(sql`
        select count(*) as unsold from nft_items
        where artwork_id = any(${ids}::int[]) and series_id is null and owner_id = ${ARTIST}`);
      expect(unsold).toBe(naive.total - naive.boxes.length);
      expect(await nft.contradictions()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
