import { userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createProofs } from '@karat/domains/proofs';
import { amount, format, negate, rate } from '@karat/money';
import type { Rate } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { createSeal, keyRing, sha256, signerFromSeed } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { repeatedKeys } from '@karat/testkit';
import { insertArtwork, writeArtworkReview } from '../artwork-store.ts';
import type { NewArtwork } from '../artwork-store.ts';
import { placeBids } from '../bid.ts';
import type { BidOutcome } from '../bid.ts';
import { buy } from '../buy.ts';
import type { NftDeps } from '../deps.ts';
import { listItem } from '../list.ts';
import { newestListing } from '../listing-store.ts';
import { mintEditions } from '../ownership.ts';
import { payOrder } from '../pay.ts';
import { DEFAULT_POLICY } from '../rules.ts';
import { openSeries } from '../series.ts';
import type { Listing, Order, Series } from '../types.ts';
import { createNftWorker } from '../worker.ts';
import type { NftWorker } from '../worker.ts';

export { USDT };
export const START = Date.parse('2026-11-22T12:00:00Z');
export const DAY = 86_400_000;
export const ARTIST = userId(100_001);
export const ALICE = userId(100_002);
export const BRUNO = userId(100_003);
export const CHLOE = userId(100_004);

const OWNER = { kind: 'owner', confirmation: { payPassword: '', code: undefined } } as const;
const SECRET = Buffer.alloc(32, 7);
export const PICTURES = {
  small: '/files/a',
  medium: '/files/b',
  large: '/files/c',
  width: 100,
  height: 100,
  colour: '#102030',
};

/** A marketplace on a test database, with a virtual clock and payments that need no confirmation. */
export class NftFixture {
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly deps: NftDeps;
  /** Fee discounts of users. */
  readonly discounts = new Map<UserId, Rate>();
  readonly worker: NftWorker;
  readonly notifications: Notification[] = [];
  #made = 0;

  constructor(db: Database, now = START, more: Partial<NftDeps> = {}) {
    this.clock = virtualClock(now);
    this.ctx = {
      db,
      clock: this.clock,
      random: seededRandom(`nft ${process.pid} ${now}`),
      bus: createBus(() => undefined),
      log: silentLog,
      demo: true,
    };
    this.ledger = createLedger(this.ctx);
    const signer = signerFromSeed(SECRET);
    const notifyAll = (_: unknown, notices: readonly Notification[]): Promise<void> => {
      this.notifications.push(...notices);
      return Promise.resolve();
    };
    this.deps = {
      ctx: this.ctx,
      ledger: this.ledger,
      messages: { notifyAll, notify: (tx, notice) => notifyAll(tx, [notice]) },
      proofs: createProofs({ ctx: this.ctx, signer }),
      outflow: { mayPay: () => Promise.resolve() },
      files: {
        keep: () => Promise.resolve('/files/kept'),
        publish: (_, address) => Promise.resolve(address),
      },
      people: (_, users) =>
        Promise.resolve(users.map((id) => ({ id, nickname: `user ${id}`, headPortrait: null }))),
      seal: createSeal(keyRing(SECRET), 'nft-seeds', this.ctx.random),
      signer,
      secret: SECRET,
      policy: DEFAULT_POLICY,
      feeDiscount: (user) => this.discounts.get(user) ?? rate('0'),
      ...more,
    };
    this.worker = createNftWorker(this.deps);
  }

  /** Accepts the artist of the tests. */
  async open(): Promise<this> {
    await this.ctx.db.run(sql`
      insert into nft_artists (user_id, name, bio, state, created_at, decided_at)
      values (${ARTIST}, 'Ada Quill', '', 'approved', now(), now()) on conflict do nothing`);
    return this;
  }

  /** Money from the outside world for a user's exchange account. */
  async fund(user: UserId, text: string, currency: CurrencyId = USDT): Promise<void> {
    const key = `grant:${++this.#made}:${user}`;
    const entries = [
      { account: houseAccount('external'), currency, available: negate(amount(text)) },
      { account: userAccount(user, 'change'), currency, available: amount(text) },
    ];
    await this.ctx.db.transact((tx) =>
      this.ledger.post(tx, { key, kind: 'genesis', reference: key, at: this.clock.now(), entries }),
    );
  }

  /** An approved artwork; returns its number and the codes of its editions. */
  artwork(
    editions = 1,
    rarity: 'N' | 'R' | 'SR' = 'N',
    more: Partial<NewArtwork> = {},
  ): Promise<{ id: number; codes: string[] }> {
    const made = ++this.#made;
    return this.ctx.db.transact(async (tx) => {
      const artwork = await insertArtwork(tx, {
        artist: ARTIST,
        collectionId: undefined,
        name: `Work ${made}`,
        description: '',
        type: 1,
        rarity,
        editions,
        royaltyRate: rate('0.05'),
        mediaUrl: '/files/a',
        mime: 'image/webp',
        bytes: 1,
        durationMs: undefined,
        sha256: sha256(Buffer.from(`${process.pid} ${made} ${Math.floor(this.clock.now())}`)).toString('hex'),
        pictures: PICTURES,
        createdMs: this.clock.now(),
        ...more,
      });
      const review = { reason: undefined, note: undefined, by: 'test', at: this.clock.now() };
      await writeArtworkReview(tx, artwork.id, { ...review, state: 'approved' });
      return { id: artwork.id, codes: await mintEditions(this.deps, tx, artwork) };
    });
  }

  async work(): Promise<string> {
    return (await this.artwork()).codes[0] ?? '';
  }

  list(
    code: string,
    price: string,
    terms: {
      user?: UserId;
      increment?: string;
      startMs?: number;
      days?: number;
      currency?: CurrencyId;
    } = {},
  ): Promise<Listing> {
    const request = {
      user: terms.user ?? ARTIST,
      code,
      price: amount(price),
      currency: terms.currency ?? USDT,
      startMs: terms.startMs,
      endMs: this.clock.now() + (terms.days ?? 1) * DAY,
      increment: terms.increment === undefined ? undefined : amount(terms.increment),
    };
    return this.ctx.db.transact((tx) => listItem(this.deps, tx, request));
  }

  buy(code: string, user: UserId): Promise<{ order: Order; box: string | undefined }> {
    return this.ctx.db.transact((tx) => buy(this.deps, tx, { user, by: OWNER, code, price: undefined }));
  }

  async bid(code: string, user: UserId, price: string, key?: string): Promise<BidOutcome> {
    const request = { user, code, price: amount(price), key };
    const [outcome] = await this.ctx.db.transact((tx) => placeBids(this.deps, tx, [request]));
    if (outcome === undefined) throw new Error('no outcome');
    return outcome;
  }

  pay(user: UserId, id: number): Promise<Order> {
    return this.ctx.db.transact((tx) => payOrder(this.deps, tx, { user, by: OWNER, id }));
  }

  series(contents: readonly (readonly [number, number])[], price = '10', userMax = 100): Promise<Series> {
    return this.ctx.db.transact((tx) =>
      openSeries(this.deps, tx, {
        artist: ARTIST,
        name: 'Boxes',
        description: '',
        currency: Number(USDT),
        price,
        userMax: Math.min(
          userMax,
          contents.reduce((sum, [, count]) => sum + count, 0),
        ),
        startMs: this.clock.now(),
        endMs: this.clock.now() + DAY,
        contents: contents.map(([artwork, count]) => ({ artwork, count })),
      }),
    );
  }

  /** `available held` of a user's exchange account. */
  async wallet(user: UserId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.ctx.db, userAccount(user, 'change'), USDT);
    return `${format(available)} ${format(held)}`;
  }

  async owner(code: string): Promise<number> {
    return (
      await this.ctx.db.one<{ owner_id: number }>(sql`select owner_id from nft_items where code = ${code}`)
    ).owner_id;
  }

  async orderOf(code: string): Promise<number> {
    return (
      await this.ctx.db.one<{ id: number }>(
        sql`select id from nft_orders where code = ${code} order by id desc limit 1`,
      )
    ).id;
  }

  async listing(code: string): Promise<Listing> {
    const listing = await newestListing(this.ctx.db, code);
    if (!listing) throw new Error(`no listing of ${code}`);
    return listing;
  }

  /** Everything that must always hold: books, margins set aside, one owner by the newest step, boxes with content. */
  async contradictions(): Promise<string[]> {
    const { db } = this.ctx;
    const found = [...(await auditLedger(db)).differences, ...repeatedKeys(this.notifications)];
    const held = await db.rows<{ user_id: number }>(sql`
      select a.user_id from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.user_id is not null and b.held <> (select coalesce(sum(m.amount), 0) from nft_margins m
        where m.state = 'held' and m.user_id = a.user_id and m.currency_id = b.currency_id)`);
    for (const { user_id: id } of held) found.push(`margins of ${id}`);
    const owners = await db.rows<{ code: string }>(sql`
      select code from nft_items i where owner_id <> (
        select to_id from nft_steps s where s.item_id = i.id order by step desc limit 1)
        or steps <> (select count(*) from nft_steps s where s.item_id = i.id)`);
    for (const { code } of owners) found.push(`owner of ${code}`);
    const unpaid = await db.rows<{ item_id: number }>(sql`
      select s.item_id from nft_steps s where s.step > 1 and not exists (
        select 1 from nft_orders o where o.id = s.order_id and o.state = 'paid' and o.buyer_id = s.to_id)`);
    for (const { item_id: id } of unpaid) found.push(`step of item ${id} without payment`);
    const paid = await db.rows<{ id: number }>(sql`
      select id from nft_orders o where (state = 'paid') <> exists (
        select 1 from ledger_journals j where j.key = 'nft:sale:' || o.id)`);
    for (const { id } of paid) found.push(`payment of order ${id}`);
    const series = await db.rows<{ id: number }>(sql`
      select id from nft_series s where sold <> (select count(*) from nft_boxes b where b.series_id = s.id)
        or opened <> (select count(*) from nft_boxes b where b.series_id = s.id and opened_at is not null)`);
    for (const { id } of series) found.push(`boxes of series ${id}`);
    return found;
  }
}
