import { keyRing } from '@karat/platform/crypto';
import { Refusal, operatorId, refuse, sessionId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { BTC, USDT, auditLedger, createLedger, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Notification } from '@karat/domains/messages';
import { createOutflow } from '@karat/domains/outflow';
import type { Outflow } from '@karat/domains/outflow';
import { createPayees } from '@karat/domains/payees';
import type { Payees } from '@karat/domains/payees';
import { sha256Hex } from '@karat/evidence';
import { amount, format, negate, price } from '@karat/money';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { GIFT_CODE_LENGTH, giftCodeFrom } from '@karat/rules';
import { repeatedKeys } from '@karat/testkit';
import type { GiftsDeps } from '../deps.ts';
import { createGifts } from '../index.ts';
import type { Gifts } from '../index.ts';

export const START = Date.parse('2026-11-20T02:00:00Z');
export const ALICE = userId(100_001);
const PAY = 'pay-secret';

/** Gift codes with the real ledger, gate and allow-list; users, credentials and prices are fake. */
export class GiftFixture {
  readonly clock: VirtualClock;
  readonly ledger: Ledger;
  readonly outflow: Outflow;
  readonly gifts: Gifts;
  readonly notifications: Notification[] = [];
  readonly frozen = new Set<UserId>();
  /** Users with a disputed card payment. */
  readonly disputed = new Set<UserId>();
  /** End of the hold after a credential change, by user. */
  readonly holds = new Map<UserId, number>();
  readonly #ctx: Context;
  readonly #payees: Payees;
  #seed = 0;

  constructor(db: Database, start = START, more: Partial<GiftsDeps> = {}) {
    this.clock = virtualClock(start);
    const bus = createBus((error) => {
      throw error;
    });
    const random = seededRandom(`gifts ${start}`);
    this.#ctx = { db, clock: this.clock, random, bus, log: silentLog, demo: true };
    const ctx = this.#ctx;
    this.ledger = createLedger(ctx);
    const credentials = {
      confirm: async (_tx: unknown, _user: UserId, { payPassword }: { payPassword: string }) => {
        if (payPassword !== PAY) refuse('pay_password_wrong');
      },
      holdUntil: async (_db: unknown, user: UserId) => this.holds.get(user),
      keyHoldUntil: () => undefined,
    };
    const payees = createPayees({
      ctx,
      ledger: this.ledger,
      credentials,
      keys: keyRing(Buffer.alloc(32, 1)),
      nicknameSecret: Buffer.alloc(32, 1),
      networks: [],
      findUser: async () => undefined,
    });
    const notify = async (notices: readonly Notification[]): Promise<void> => {
      this.notifications.push(...notices);
    };
    this.outflow = createOutflow({
      ctx,
      ledger: this.ledger,
      credentials,
      payees,
      messages: { notify: (_tx, notice) => notify([notice]) },
      levelOf: async () => 1,
      isFrozen: async (_db, user) => this.frozen.has(user),
      hasDispute: async (_db, user) => this.disputed.has(user),
      price: async (_db, { id }) => (id === BTC ? price('50000') : price('1')),
      btc: BTC,
    });
    this.gifts = createGifts({
      ctx,
      ledger: this.ledger,
      outflow: this.outflow,
      messages: { notifyAll: (_tx, notices) => notify(notices) },
      users: async (_db, ids) => ids.map((id) => ({ id, nickname: `K${id}` })),
      ...more,
    });
    this.#payees = payees;
  }

  #args(user: UserId, address = '203.0.113.7') {
    const caller = { userId: user, sessionId: sessionId(1), verified: true };
    const request = { id: 'r', address, userAgent: 'test', idempotencyKey: undefined };
    return { caller, lang: 'en' as const, request, file: undefined };
  }

  async allowListOnly(user: UserId): Promise<void> {
    await this.#ctx.db.transact(async (tx) =>
      this.#payees.handlers['user/wallet/allow_list']({
        ...this.#args(user),
        tx,
        input: { on: true, pay_password: PAY },
      }),
    );
  }

  protect = (user: UserId) =>
    this.#ctx.db.transact(async (tx) =>
      this.outflow.handlers['safe/protection/set']({
        ...this.#args(user),
        tx,
        input: { days: 1, pay_password: PAY },
      }),
    );

  newCode(): string {
    const random = seededRandom(`code ${++this.#seed}`);
    return giftCodeFrom(random.bytes(GIFT_CODE_LENGTH));
  }

  /** Creates a gift; returns it with its code. */
  async create(
    sender: UserId,
    number: string,
    more: {
      readonly code?: string;
      readonly days?: number;
      readonly password?: string;
      readonly currency?: CurrencyId;
    } = {},
  ) {
    const code = more.code ?? this.newCode();
    const gift = await this.#ctx.db.transact(async (tx) =>
      this.gifts.handlers['gift/create']({
        ...this.#args(sender),
        tx,
        input: {
          currency_id: more.currency ?? USDT,
          number: amount(number),
          days: more.days ?? 1,
          note: 'happy birthday',
          code_hash: sha256Hex(code),
          pay_password: more.password ?? PAY,
          code: undefined,
        },
      }),
    );
    return { ...gift, code };
  }

  claim = (receiver: UserId, code: string, address?: string) =>
    this.#ctx.db.transact(async (tx) =>
      this.gifts.handlers['gift/claim']({
        ...this.#args(receiver, address),
        tx,
        input: { gift_code: code },
      }),
    );

  cancel = (sender: UserId, id: number) =>
    this.#ctx.db.transact(async (tx) =>
      this.gifts.handlers['gift/cancel']({ ...this.#args(sender), tx, input: { id } }),
    );

  cancelByOperator = async (id: number) => {
    const caller = {
      operatorId: operatorId(1),
      login: 'risk',
      role: 'risk' as const,
      sessionId: sessionId(2),
    };
    return this.gifts.handlers['console/gift_cancel']({
      ...this.#args(ALICE),
      caller,
      tx: undefined,
      input: { id, reason: 'reported as a scam' },
    });
  };

  list = async (user: UserId, direction: 'in' | 'out' = 'out') =>
    this.gifts.handlers['gift/list']({
      ...this.#args(user),
      tx: undefined,
      input: { direction, page: 1, limit: 100 },
    });

  async fund(user: UserId, text: string, currency: CurrencyId = USDT): Promise<void> {
    const value = amount(text);
    const key = `test:${user}:${currency}:${++this.#seed}`;
    await this.#ctx.db.transact((tx) =>
      this.ledger.post(tx, {
        key,
        kind: 'genesis',
        reference: key,
        at: this.clock.now(),
        entries: [
          { account: houseAccount('external'), currency, available: negate(value) },
          { account: userAccount(user, 'change'), currency, available: value },
        ],
      }),
    );
  }

  /** Available and held USDT of a user. */
  async balance(user: UserId): Promise<string> {
    const { available, held } = await this.ledger.balance(this.#ctx.db, userAccount(user, 'change'), USDT);
    return `${format(available)} / ${format(held)}`;
  }

  /** USDT that a user may still send. */
  async left(user: UserId): Promise<string> {
    return format((await this.outflow.allowanceOf(this.#ctx.db, user)).send.left);
  }

  /** The refusal of a call, or `ok`. */
  async outcome(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return 'ok';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }

  kinds = (user: UserId) => this.notifications.filter((one) => one.user === user).map(({ kind }) => kind);

  contradictions = async () => [
    ...(await auditLedger(this.#ctx.db)).differences,
    ...repeatedKeys(this.notifications),
  ];

  /** A further user with money. */
  async person(id: number, money = '20000'): Promise<UserId> {
    const user = userId(id);
    await this.fund(user, money);
    return user;
  }
}
