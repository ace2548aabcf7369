import { marketId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import { createMarket } from '@karat/domains/market';
import type { MarketData } from '@karat/domains/market';
import type { Notification } from '@karat/domains/messages';
import { createStakeLimits } from '@karat/domains/options';
import type { Payload } from '@karat/domains/operators';
import { createProofs } from '@karat/domains/proofs';
import { amount, format, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { repeatedKeys } from '@karat/testkit';
import { addRound, answerRound, cancelRound, priceTermsOf, questionTermsOf } from '../approvals.ts';
import { decideDispute, dispute } from '../dispute.ts';
import type { GamesDeps } from '../deps.ts';
import { enter } from '../enter.ts';
import { entryOfUser } from '../entry-store.ts';
import { GAMES_QUIZ } from '../questions.ts';
import { findRound } from '../round-store.ts';
import type { Dispute, Entry, Round } from '../types.ts';
import { createGamesWorker } from '../worker.ts';
import type { GamesWorker } from '../worker.ts';

export const BTC_USDT = marketId(1);
export const ALICE = userId(100_001);
export const BRUNO = userId(100_002);
export const CHLOE = userId(100_003);
export const START = Date.parse('2026-11-22T12:00:00Z');
const STAKES: Payload = {
  currency_id: USDT,
  stake_min: '1',
  stake_max: '500',
  user_max: '1000',
  fee_percent: '5',
};
const TEXTS = {
  en: { question: 'Who wins the final?', options: ['Red', 'Green', 'Blue'], source: 'The league' },
};
/** A picture of the tests; its bytes stand nowhere. */
const EVIDENCE: Payload = {
  link: 'https://example.com/final',
  file: '/files/abcdefghijklmnopqrstuv',
  sha256: 'ab'.repeat(32),
  note: 'The final was broadcast.',
};

/** Games on a database, with a clock and ticks that a test drives. */
export class GamesFixture {
  static async open(db: Database, now = START, more: Partial<GamesDeps> = {}): Promise<GamesFixture> {
    const clock = virtualClock(now);
    const bus = createBus((error) => {
      throw error;
    });
    const ctx: Context = {
      db,
      clock,
      random: seededRandom(`games ${process.pid}`),
      bus,
      log: silentLog,
      demo: true,
    };
    const signer = signerFromSeed(new Uint8Array(32).fill(6));
    await db.run(sql`insert into platform_signing_keys (id, purpose, public_key, first_used_at)
      values (${signer.keyId}, 'receipts', ${signer.publicKey}, to_timestamp(${now} / 1000.0)) on conflict do nothing`);
    const market = await createMarket({ ctx, sources: [], signer });
    return new GamesFixture(ctx, clock, market, createProofs({ ctx, signer }), more);
  }

  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly deps: GamesDeps;
  readonly worker: GamesWorker;
  readonly notifications: Notification[] = [];
  #grants = 0;

  private constructor(
    ctx: Context,
    clock: VirtualClock,
    market: MarketData,
    proofs: GamesDeps['proofs'],
    more: Partial<GamesDeps>,
  ) {
    this.ctx = ctx;
    this.clock = clock;
    this.ledger = createLedger(ctx);
    const notifyAll = (_: unknown, notices: readonly Notification[]): Promise<void> => {
      this.notifications.push(...notices);
      return Promise.resolve();
    };
    this.deps = {
      ctx,
      ledger: this.ledger,
      market,
      proofs,
      messages: { notifyAll, notify: (tx, notice) => notifyAll(tx, [notice]) },
      files: { keep: () => Promise.resolve('/files/kept'), owned: () => Promise.resolve(undefined) },
      limits: createStakeLimits(
        { ctx, homeOf: () => Promise.resolve({ phone: null, region: null }) },
        GAMES_QUIZ,
      ),
      policy: { disputeMs: DAY_MS, maxFee: rate('0.1') },
      entryTime: () => Promise.resolve(clock.now()),
      ...more,
    };
    this.worker = createGamesWorker(this.deps);
  }

  /** Money for users' exchange accounts, and their risk quiz. */
  async admit(text: string, ...users: readonly UserId[]): Promise<void> {
    const number = amount(text);
    await this.ctx.db.transact(async (tx) => {
      const journals = users.map((user) => {
        const key = `grant:${process.pid}:${++this.#grants}:${user}`;
        const entries = [
          { account: houseAccount('external'), currency: USDT, available: negate(number) },
          { account: userAccount(user, 'change'), currency: USDT, available: number },
        ];
        return { key, kind: 'genesis', reference: key, at: this.clock.now(), entries } as const;
      });
      await this.ledger.postBatch(tx, journals);
      await tx.run(sql`
        insert into options_people (user_id, day, country, games_quiz_version)
        select id, '2026-01-01', 'JP', ${GAMES_QUIZ.version} from unnest(${[...users]}::bigint[]) as id on conflict do nothing`);
    });
  }

  /** A price question that opens in a minute, closes in an hour and settles half an hour after that; the clock moves to its opening. */
  priceRound(levels = '30000', more: Payload = {}): Promise<Round> {
    return this.#round(more, (payload) => ({ ...payload, match_id: BTC_USDT, levels }), priceTermsOf);
  }

  /** A question of three options with the times of `priceRound`. */
  question(more: Payload = {}): Promise<Round> {
    return this.#round(more, (payload) => ({ ...payload, texts: JSON.stringify(TEXTS) }), questionTermsOf);
  }

  async #round(
    more: Payload,
    complete: (payload: Payload) => Payload,
    read: typeof priceTermsOf,
  ): Promise<Round> {
    const opens = this.clock.now() + MINUTE_MS;
    const times = {
      opens_ms: opens,
      closes_ms: opens + HOUR_MS,
      settles_ms: opens + HOUR_MS + 30 * MINUTE_MS,
    };
    const payload = complete({ ...STAKES, ...times, ...more });
    const id = await this.ctx.db.transact(async (tx) =>
      addRound(this.deps, tx, await read(this.deps, tx, payload), USDT),
    );
    this.clock.set(opens);
    return this.round(id);
  }

  async round(id: number): Promise<Round> {
    const round = await findRound(this.ctx.db, id);
    if (!round) throw new Error(`no round ${id}`);
    return round;
  }

  enter(round: number, userOf: UserId, option: number, stake: string): Promise<Entry> {
    return this.ctx.db.transact((tx) =>
      enter(this.deps, tx, { userId: userOf, round, option, stake: amount(stake) }),
    );
  }

  async entry({ id, userId: owner }: Entry): Promise<Entry> {
    const entry = await entryOfUser(this.ctx.db, owner, id);
    if (!entry) throw new Error(`no entry ${id}`);
    return entry;
  }

  /** Publishes ticks of one price for the five seconds before a moment and the second of it. */
  async ticks(atMs: number, text: string, count = 5): Promise<void> {
    const second = atMs / 1_000;
    await this.ctx.db.run(sql`
      insert into market_ticks (market_id, time, price, source, quotes)
      select ${BTC_USDT}, second, ${format(price(text))}::numeric, 'simulated', ${`simulated=${text}`}
      from generate_series(${second - count}::bigint, ${second - 1}::bigint) as second on conflict do nothing`);
  }

  /** Moves the clock to the end of a price question with ticks of one price, and settles what is due. */
  async settleAt(round: Round, text: string, count = 5): Promise<Round> {
    await this.ticks(round.settlesMs, text, count);
    this.clock.set(round.settlesMs + MINUTE_MS);
    await this.worker.runDue();
    return this.round(round.id);
  }

  answer(round: number, option: number): Promise<void> {
    return this.ctx.db.transact((tx) => answerRound(this.deps, tx, { id: round, option, ...EVIDENCE }));
  }

  cancel(round: number): Promise<void> {
    return this.ctx.db.transact((tx) =>
      cancelRound(this.deps, tx, { id: round, text: 'The event does not take place.' }),
    );
  }

  dispute(round: number, user: UserId): Promise<Dispute> {
    return this.ctx.db.transact((tx) =>
      dispute(this.deps, tx, { userId: user, round, reason: 'The referee decided otherwise.' }),
    );
  }

  decide(id: number, state: 'accepted' | 'rejected'): Promise<void> {
    const decision = { state, answer: 'We have looked again.', by: 'tester', at: this.clock.now() } as const;
    return this.ctx.db.transact((tx) => decideDispute(this.deps, tx, id, decision));
  }

  /** Free balances of users' exchange accounts. */
  wallets(...users: readonly UserId[]): Promise<string[]> {
    return Promise.all(
      users.map(async (user) =>
        format((await this.ledger.balance(this.ctx.db, userAccount(user, 'change'), USDT)).available),
      ),
    );
  }

  /** Everything that must always hold: books, pools of rounds and options, the house account, counters of users. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notifications)];
    const pools = await db.rows<{ id: number }>(sql`
      select r.id from games_rounds r
      left join (select round_id, sum(stake) as stake, count(*) as count, coalesce(sum(payout), 0) as payout
        from games_entries group by 1) e on e.round_id = r.id
      join (select round_id, sum(pool) as pool, sum(entries) as entries from games_options group by 1) o on o.round_id = r.id
      where r.pool <> coalesce(e.stake, 0) or r.entries <> coalesce(e.count, 0) or r.pool <> o.pool or r.entries <> o.entries
        or (r.settled_at is not null and r.pool - r.fee <> coalesce(e.payout, 0))`);
    for (const { id } of pools) found.push(`pool of round ${id}`);
    const { held, owed } = await db.one<{ held: string; owed: string }>(sql`
      select (select coalesce(sum(available), 0) from ledger_balances where account_id between 320 and 335)::text as held,
        (select coalesce(sum(pool - coalesce(fee, 0) - coalesce(
          (select sum(payout) from games_entries e where e.round_id = r.id), 0)), 0) from games_rounds r)::text as owed`);
    if (amount(held) !== amount(owed)) found.push(`the house holds ${held} for ${owed}`);
    const people = await db.rows<{ user_id: number }>(sql`
      select user_id from options_people p where games_open <>
        (select coalesce(sum(stake), 0) from games_entries e where e.user_id = p.user_id and e.settled_at is null)`);
    for (const { user_id: id } of people) found.push(`open stakes of ${id}`);
    return found;
  }
}
