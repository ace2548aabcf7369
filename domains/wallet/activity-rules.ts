import { JOURNAL_KINDS } from '@karat/contract';
import type { ActivityGroup, ActivityState, CurrencyId, JournalKind } from '@karat/contract';
import { ZERO, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { AccountId, StatementEntry } from '@karat/domains/ledger';
import type { EventFee } from './deps.ts';

/**
 * What an event shows as its amount. `total`: available and held together, the result. `available`: what left or
 * reached the available balance. `gain`: what was received; the cost is an event of its own.
 */
type Measure = 'total' | 'available' | 'gain';
type Role = 'detail' | readonly [ActivityGroup, Measure];

/** How the history shows each kind of journal. A `detail` belongs to another event: a hold, a release, a payout. */
export const ACTIVITY_ROLES: Readonly<Record<JournalKind, Role>> = {
  genesis: ['deposits', 'total'],
  'demo:grant': ['deposits', 'total'],
  transfer: ['transfers', 'total'],
  convert: ['trades', 'total'],
  send: ['transfers', 'total'],
  'fiat:purchase': ['deposits', 'total'],
  'fiat:refund': ['deposits', 'total'],
  'fiat:dispute_hold': 'detail',
  'fiat:dispute_release': 'detail',
  'fiat:chargeback': ['deposits', 'total'],
  'fiat:provider_fee': ['fees', 'total'],
  'spot:hold': 'detail',
  'spot:release': 'detail',
  'spot:trade': ['trades', 'total'],
  'spot:batch': 'detail',
  correction: ['transfers', 'total'],
  'stock:split': ['trades', 'total'],
  'stock:dividend': ['rewards', 'total'],
  'copy:share': ['trades', 'total'],
  deposit: ['deposits', 'total'],
  'deposit:voucher': ['deposits', 'total'],
  'withdrawal:hold': ['withdrawals', 'available'],
  'withdrawal:release': 'detail',
  'withdrawal:paid': 'detail',
  'withdrawal:network_fee': ['fees', 'total'],
  'sweep:network_fee': ['fees', 'total'],
  'contract:hold': 'detail',
  'contract:release': 'detail',
  'contract:open': 'detail',
  'contract:close': ['trades', 'total'],
  'contract:liquidation': ['trades', 'total'],
  'contract:margin': 'detail',
  'contract:fee': ['fees', 'total'],
  'contract:overnight': ['fees', 'total'],
  'contract:insurance': ['trades', 'total'],
  'contract:coupon': ['rewards', 'total'],
  'contract:fund': 'detail',
  'contract:batch': 'detail',
  'option:open': 'detail',
  'option:won': ['trades', 'total'],
  'option:lost': ['trades', 'total'],
  'option:back': 'detail',
  'option:pool': 'detail',
  'mining:opened': ['earn', 'available'],
  'mining:yield': ['earn', 'total'],
  'mining:extra': ['earn', 'total'],
  'mining:matured': ['earn', 'available'],
  'mining:redeemed': ['earn', 'available'],
  'mining:closed': ['earn', 'available'],
  'dual:purchase': ['earn', 'available'],
  'dual:payout': ['earn', 'available'],
  'dual:refund': ['earn', 'available'],
  'launchpad:application': ['earn', 'available'],
  'launchpad:cancellation': ['earn', 'available'],
  'launchpad:allotment': ['earn', 'gain'],
  'launchpad:refund': ['earn', 'available'],
  'launchpad:unlock': 'detail',
  'launchpad:income': 'detail',
  'launchpad:dividend_reserve': 'detail',
  'launchpad:dividend': ['earn', 'total'],
  'launchpad:batch': 'detail',
  'loan:collateral': ['loans', 'available'],
  'loan:release': ['loans', 'available'],
  'loan:drawdown': ['loans', 'gain'],
  'loan:repayment': ['loans', 'total'],
  'loan:conversion': ['loans', 'total'],
  'loan:liquidation': ['loans', 'total'],
  'growth:rebate': ['rewards', 'total'],
  'growth:coupon': ['rewards', 'total'],
  'gift:hold': ['transfers', 'available'],
  'gift:claim': ['transfers', 'available'],
  'gift:return': ['transfers', 'available'],
  'nft:margin': 'detail',
  'nft:margin_back': 'detail',
  'nft:sale': ['nft', 'total'],
  'nft:forfeit': ['nft', 'total'],
  'game:stake': ['games', 'total'],
  'game:payout': ['games', 'total'],
  'game:refund': ['games', 'total'],
  'game:fee': ['games', 'total'],
};

const known = new Set<string>(JOURNAL_KINDS);
const isKind = (kind: string): kind is JournalKind => known.has(kind);
const roleOf = (kind: string): Role => (isKind(kind) ? ACTIVITY_ROLES[kind] : ['transfers', 'total']);

/** Kinds that are events of a group, of all groups without one. */
export const eventKinds = (group?: ActivityGroup): readonly JournalKind[] =>
  JOURNAL_KINDS.filter((kind) => {
    const role = ACTIVITY_ROLES[kind];
    return role !== 'detail' && (group === undefined || role[0] === group);
  });

/** Kinds of other groups whose events include a fee. */
const FEE_INCLUDED: readonly JournalKind[] = ['spot:trade', 'convert', 'withdrawal:hold'];

/** Kinds that the history lists in a group: also those with a fee among the fees, for what they include. */
export const listedKinds = (group?: ActivityGroup): readonly JournalKind[] =>
  group === 'fees' ? [...eventKinds(group), ...FEE_INCLUDED] : eventKinds(group);

/** Change of one balance by an event. */
export interface ActivityLeg {
  readonly account: AccountId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly availableAfter: Amount;
  readonly heldAfter: Amount;
}

export interface ActivityEvent {
  /** Id of its newest entry that matches the filter. */
  readonly id: number;
  readonly journalId: number;
  readonly group: ActivityGroup;
  readonly kind: string;
  readonly reference: string;
  readonly at: number;
  /** Debits first. */
  readonly legs: readonly ActivityLeg[];
}

/** An event with its progress and the fees that it includes. */
export interface ListedEvent extends ActivityEvent {
  readonly state: ActivityState;
  readonly fees: readonly EventFee[];
}

type Matched = StatementEntry & { readonly matches: boolean };

function measured({ available, held }: StatementEntry, measure: Measure): Amount {
  switch (measure) {
    case 'available':
      return available;
    case 'total':
    case 'gain':
      return plus(available, held);
  }
}

function legsOf(entries: readonly Matched[], measure: Measure): readonly ActivityLeg[] {
  const legs = new Map<string, ActivityLeg>();
  // Newest first: the first entry of a balance has the balance after the event.
  for (const entry of entries) {
    const key = `${entry.account}/${entry.currency}`;
    const { account, currency, availableAfter, heldAfter } = legs.get(key) ?? entry;
    const amount = plus(legs.get(key)?.amount ?? ZERO, measured(entry, measure));
    legs.set(key, { account, currency, amount, availableAfter, heldAfter });
  }
  return [...legs.values()]
    .filter(({ amount }) => (measure === 'gain' ? amount > 0n : amount !== ZERO))
    .toSorted((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
}

/**
 * Groups the complete entries of journals (newest first) into events: one for each journal, kind and subject. Events
 * that change nothing by their measure are left out, newest first.
 */
export function eventsOf(entries: readonly Matched[]): readonly ActivityEvent[] {
  const grouped = Map.groupBy(
    entries,
    ({ journalId, kind, reference }) => `${journalId}/${kind}/${reference}`,
  );
  return [...grouped.values()]
    .flatMap((own): ActivityEvent[] => {
      const newest = own.find(({ matches }) => matches);
      const role = newest && roleOf(newest.kind);
      if (newest === undefined || role === undefined || role === 'detail') return [];
      const { id, journalId, kind, reference, at } = newest;
      const legs = legsOf(own, role[1]);
      return legs.length === 0 ? [] : [{ id, journalId, group: role[0], kind, reference, at, legs }];
    })
    .toSorted((a, b) => b.id - a.id);
}
