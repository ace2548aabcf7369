import type { AuditReport, Balance, JournalFilter, JournalView, PostingView } from '@karat/domains/ledger';
import type { Market, MarketChange } from '@karat/domains/market';
import type { MarketId, Page, UserId, UserRecords } from '@karat/contract';
import type { Amount } from '@karat/money';
import type { ClockGuard } from '@karat/platform/clock-guard';
import type { Context } from '@karat/platform/context';
import type { FoundRows, Tx } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { HealthRow } from '@karat/platform/health';
import type { DailyFigures } from './daily/index.ts';
import type { CorrectionPorts } from './correction.ts';
import type { LoginDeps } from './login.ts';
import type { ApprovalKinds, Passwords } from './operators.ts';
import type { Stoppables } from './stops.ts';
import type { UserRecordSource } from './user-record-source.ts';

/** A user in the console's list. */
export interface UserRow {
  readonly uid: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly nickname: string;
  readonly status: 'active' | 'frozen';
  readonly house: boolean;
  readonly created_ms: number;
  readonly seen_ms: number | null;
}

export interface UserSession {
  readonly device: string;
  readonly address: string;
  readonly created_ms: number;
  readonly seen_ms: number;
}

/** A bot of the exchange. */
export interface BotRow {
  readonly name: string;
  readonly role: 'maker' | 'taker';
  readonly uid: number;
  readonly running: boolean;
  readonly open_orders: number;
  readonly paused: boolean;
}

/** A market with its state in the engine and the index. */
export interface MarketFacts {
  readonly market: Market;
  readonly lastPrice: string;
  readonly indexPrice: string | null;
  readonly stale: boolean;
  readonly broken: boolean;
  readonly openOrders: number;
  readonly queue: number;
}

export interface Message {
  readonly id: number;
  readonly channel: 'mail' | 'sms';
  readonly receiver: string;
  readonly subject: string;
  readonly body: string;
  readonly created_ms: number;
}

/** Open subjects of one name, with the time of the oldest. */
export interface QueueFacts {
  readonly name: string;
  readonly count: number;
  readonly oldestMs: number;
}

/** Custody of a currency: by the books, and on the chains by the last comparison. */
export interface CustodyFacts {
  readonly currency: string;
  readonly booked: Amount;
  readonly chain: Amount;
  readonly matches: boolean;
  /** Unix ms. */
  readonly checkedMs: number;
}

/** Data and controls of the console; each product implements its part, and the composition joins them. */
export interface ConsoleDeps {
  readonly ctx: Context;
  readonly passwords: Passwords;
  readonly logins: LoginDeps;
  readonly version: string;
  readonly startedMs: number;
  readonly users: {
    search(keyword: string, page: number, limit: number): Promise<Page<UserRow>>;
    find(user: UserId): Promise<{ user: UserRow; sessions: UserSession[] } | undefined>;
  };
  readonly ledger: {
    balancesOf(user: UserId): Promise<readonly Balance[]>;
    currencyCode(balance: Pick<Balance, 'currency'>): string;
    /** Value of balances in USDT by the last prices, and the currencies without one. */
    value(
      balances: readonly Balance[],
    ): Promise<{ readonly usdt: Amount; readonly unvalued: readonly string[] }>;
    journals(filter: JournalFilter, movementsMax?: number): Promise<FoundRows<JournalView>>;
    house(): Promise<PostingView[]>;
    check(): Promise<AuditReport>;
  };
  /** Selects of a user's records, by list. */
  readonly userRecords: Readonly<Record<UserRecords, UserRecordSource>>;
  readonly markets: {
    all(): readonly MarketFacts[];
    find(id: MarketId): Market | undefined;
    /** Applies a change in the approving transaction; publishes it to engine and clients after the commit. */
    change(tx: Tx, change: MarketChange): Promise<void>;
  };
  readonly dashboard: {
    withdrawals(): Promise<readonly QueueFacts[]>;
    haltedNetworks(): Promise<readonly string[]>;
    /** By network and currency. */
    custody(): Promise<readonly CustodyFacts[]>;
  };
  readonly daily: Pick<DailyFigures, 'read'>;
  /** Maximum rows of a CSV file; 50,000 if absent. */
  readonly fileRowsMax?: number;
  readonly bots: {
    all(): readonly BotRow[];
    setPaused(name: string, paused: boolean): boolean;
  };
  readonly files: Pick<Files, 'keep'>;
  readonly outbox: { list(page: number, limit: number): Promise<Page<Message>> };
  /** Booking and notice of a correction. */
  readonly corrections: CorrectionPorts;
  /** Halts settlements when the clock is wrong. */
  readonly clockGuard: ClockGuard;
  readonly sockets: () => number;
  /** Last readings of this process's dependencies. */
  readonly checks: () => readonly HealthRow[];
  /** Subjects that one operator stops and two resume, beside markets and bots. */
  readonly stoppables: Omit<Stoppables, 'market' | 'bot'>;
  /** Decisions of two operators of the products, beside the markets. */
  readonly approvals: ApprovalKinds;
}
