import { currencyId, marketId, userId } from '@karat/contract';
import type { CurrencyId, InvitationSign, UserId } from '@karat/contract';
import { feesOfPositions } from '@karat/domains/contracts';
import { HOUSE_SHARDS, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Ledger } from '@karat/domains/ledger';
import { debtsOfUsers } from '@karat/domains/loans';
import type { BoostRequest } from '@karat/domains/mining';
import type { Notification } from '@karat/domains/messages';
import { SPOT_FEES, feesOfFills } from '@karat/domains/spot';
import { amount, format, negate, price, rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { HOUR_MS } from '@karat/rules';
import { messagesInto } from '@karat/testkit';
import type { GrowthDeps } from '../deps.ts';
import { createGrowth } from '../index.ts';
import type { Growth } from '../index.ts';

export const BTC = currencyId(1);
export const USDT = currencyId(3);
export const START = Date.parse('2026-11-20T02:00:00Z');
export const ALICE = userId(100_001);
export const BEN = userId(100_002);
export const CLEO = userId(100_003);
export const HOUSE = userId(90_001);
const MARKET = { id: marketId(1), base: BTC, quote: USDT };

/** Volume and fee of one spot fill, at a price of 50,000. */
interface FillInput {
  readonly buyer: UserId;
  readonly seller: UserId;
  readonly quantity: string;
  /** In BTC. */
  readonly buyerFee: string;
  /** In USDT. */
  readonly sellerFee: string;
}

/** Growth on a database, with a clock that a test drives and fills that it writes. */
export class GrowthFixture {
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly growth: Growth;
  readonly deps: GrowthDeps;
  readonly notifications: Notification[] = [];
  readonly boosts: BoostRequest[] = [];
  /** What invited users have in common with their inviters. */
  readonly signs = new Map<UserId, readonly InvitationSign[]>();
  #grants = 0;
  #fills = 0;

  constructor(db: Database, start = START, more: Partial<GrowthDeps> = {}) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    const { clock } = this;
    this.ctx = { db, clock, random: seededRandom('growth'), bus, log: silentLog, demo: true };
    this.ledger = createLedger(this.ctx);
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      messages: messagesInto(this.notifications),
      priceOf: (currency) => (currency === USDT ? price('1') : price('50000')),
      sources: () => [
        {
          name: 'spot:1',
          product: 'spot',
          read: (queries, after, limit) => feesOfFills(queries, MARKET, after, limit),
        },
        {
          name: 'contracts',
          product: 'contracts',
          async read(queries, after, limit) {
            const { fees, ...range } = await feesOfPositions(queries, after, limit);
            return { ...range, fees: fees.map((one) => ({ ...one, currency: USDT, volumeCurrency: USDT })) };
          },
        },
      ],
      debtsOf: debtsOfUsers,
      feesMs: 60_000,
      feeRates: { conversion: rate('0.001'), nft: rate('0.025') },
      rebateMs: HOUR_MS,
      feesAccountOf: (product, user) =>
        product === 'spot' ? SPOT_FEES : houseAccount('fees', user % HOUSE_SHARDS),
      signsOf: () => Promise.resolve(this.signs),
      futuresSymbol: (id) => (id === 1 || id === 2 ? `M${id}/USDT` : undefined),
      boostOrder: (_, request) => {
        this.boosts.push(request);
        return Promise.resolve();
      },
      creditFactsOf: () => Promise.reject(new Error('no credit facts')),
      inviteCodeOf: (_, user) => Promise.resolve(`CODE${user}`),
      ...more,
    };
    this.growth = createGrowth(this.deps);
  }

  /** Opens accounts with these ids. */
  async people(...users: readonly UserId[]): Promise<void> {
    await this.ctx.db.run(sql`
      insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat,
        created_at)
      select id, id || '@people.example', 'K' || id, 'CODE' || id, 'x', to_timestamp(${START} / 1000.0), 'en', 'USD',
        to_timestamp(${START} / 1000.0)
      from unnest(${[...users]}::bigint[]) as u (id) on conflict do nothing`);
  }

  /** Makes one user the inviter of others, as their registration does. */
  async invite(inviter: UserId, ...invitees: readonly UserId[]): Promise<void> {
    await this.ctx.db.run(
      sql`update identity_users set inviter_id = ${inviter} where id = any(${[...invitees]})`,
    );
  }

  /** Money from the outside world. */
  async grant(account: AccountId, text: string, currency: CurrencyId): Promise<void> {
    const key = `grant:${++this.#grants}:${account}:${currency}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account, currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }
  fund = (user: UserId, text: string, currency: CurrencyId = USDT) =>
    this.grant(userAccount(user, 'change'), text, currency);

  /** A spot fill at 50,000, as the engine writes it. */
  async fill({ buyer, seller, quantity, buyerFee, sellerFee }: FillInput): Promise<void> {
    const id = ++this.#fills;
    await this.ctx.db.run(sql`
      insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user,
        taker_user, maker_fee, taker_fee, house, at)
      values (${id}, 1, 50000, ${quantity}::numeric, ${quantity}::numeric * 50000, 1, ${2 * id}, ${2 * id + 1}, ${seller},
        ${buyer}, ${sellerFee}::numeric, ${buyerFee}::numeric, false, to_timestamp(${this.clock.now()} / 1000.0))`);
  }

  async levels(): Promise<Record<number, number>> {
    const rows = await this.ctx.db.rows<{ id: number; level: number }>(
      sql`select id, vip_level as level from identity_users where vip_level > 0 order by id`,
    );
    return Object.fromEntries(rows.map(({ id, level }) => [id, level]));
  }

  async balance(account: AccountId, currency: CurrencyId): Promise<string> {
    return format((await this.ledger.balance(this.ctx.db, account, currency)).available);
  }

  /** Differences between balances and postings. */
  contradictions = async () => (await auditLedger(this.ctx.db)).differences;
}
