import { Refusal, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBids } from './bid.ts';
import { NftFixture } from './testing/fixture.ts';

const PEOPLE = [0, 1, 2, 3].map((index) => userId(100_300 + index));
const WINDOW = 300_000;
const START = 100;
const STEP = 5;

let database: TestDatabase;
let nft: NftFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  nft = await new NftFixture(database.db).open();
  for (const user of PEOPLE) await nft.fund(user, '100000');
});
afterAll(() => database.drop());

/** An auction as one would write it down on paper. */
class NaiveAuction {
  end: number;
  best: number | undefined;
  leader: UserId | undefined;
  extensions = 0;
  readonly bidders = new Set<UserId>();

  constructor(end: number) {
    this.end = end;
  }

  bid(user: UserId, price: number, now: number): boolean {
    if (now >= this.end) return false;
    if (price < (this.best === undefined ? START : this.best + STEP)) return false;
    this.best = price;
    this.leader = user;
    this.bidders.add(user);
    if (this.end - now < WINDOW && this.extensions < 24) {
      this.end = now + WINDOW;
      this.extensions += 1;
    }
    return true;
  }
}

const bids = fc.array(
  fc.record({
    user: fc.constantFrom(...PEOPLE),
    raise: fc.integer({ min: -6, max: 40 }),
    /** How much of the time that is left passes before the bid, in percent. */
    wait: fc.integer({ min: 0, max: 101 }),
    isBatched: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

test('random lives of auctions agree with a naive auction, and conserve money', async () => {
  await fc.assert(
    fc.asyncProperty(bids, async (life) => {
      const code = await nft.work();
      const { endMs } = await nft.list(code, String(START), { increment: String(STEP) });
      const naive = new NaiveAuction(endMs);
      let at = nft.clock.now();
      let batch: { user: UserId; price: number }[] = [];
      const flush = async (): Promise<void> => {
        if (batch.length === 0) return;
        const requests = batch.map(({ user, price }) => ({
          user,
          code,
          price: amount(String(price)),
          key: undefined,
        }));
        const outcomes = await nft.ctx.db.transact((tx) => placeBids(nft.deps, tx, requests));
        const wanted = batch.map(({ user, price }) => naive.bid(user, price, at));
        expect(outcomes.map((outcome) => !(outcome instanceof Refusal))).toEqual(wanted);
        batch = [];
      };
      for (const { user, raise, wait, isBatched } of life) {
        if (!isBatched) {
          await flush();
          at += Math.max(0, Math.floor(((naive.end - at) * wait) / 100));
          nft.clock.set(at);
        }
        batch.push({ user, price: Math.max(1, (naive.best ?? START) + raise) });
      }
      await flush();
      nft.clock.set(Math.max(at, naive.end));
      await nft.worker.runDue();
      const listing = await nft.listing(code);
      expect([listing.bid && format(listing.bid), listing.leader, listing.endMs, listing.extensions]).toEqual(
        [
          naive.best === undefined ? undefined : String(naive.best),
          naive.leader,
          naive.end,
          naive.extensions,
        ],
      );
      expect(listing.bidders).toBe(naive.bidders.size);
      if (naive.leader !== undefined) {
        await nft.pay(naive.leader, await nft.orderOf(code));
        expect(await nft.owner(code)).toBe(naive.leader);
      }
      expect(await nft.contradictions()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
