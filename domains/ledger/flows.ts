import type { JournalKind } from '@karat/contract';
import { ZERO } from '@karat/money';
import { isHouse, mayGoNegative, ownerNumber } from './accounts.ts';
import type { Entry, Journal } from './journal.ts';
import type { Permit } from './permits.ts';

/**
 * Between which owners the journals of a kind may move money. - `own`: between the accounts of one user, or a user and
 * the house. - `exchange`: between users too: matched trades, sales of NFTs with their forfeited
 * margins, and profit shares by a standing agreement. - `paid_out`:
 * from a user to the outside world: amounts held under an earlier permit, and those that two operators or a company
 * decided. - `gated`: only with a permit of the gate for money that leaves or changes hands.
 */
export type JournalFlow = 'own' | 'exchange' | 'paid_out' | 'gated';

/** Every kind of journal has a flow: a kind without one does not compile. */
export const JOURNAL_FLOWS: Readonly<Record<JournalKind, JournalFlow>> = {
  genesis: 'own',
  'demo:grant': 'own',
  transfer: 'own',
  convert: 'own',
  send: 'gated',
  'fiat:purchase': 'own',
  'fiat:refund': 'own',
  'fiat:dispute_hold': 'own',
  'fiat:dispute_release': 'own',
  'fiat:chargeback': 'own',
  'fiat:provider_fee': 'own',
  'spot:hold': 'own',
  'spot:release': 'own',
  'spot:trade': 'exchange',
  'spot:batch': 'exchange',
  correction: 'paid_out',
  'stock:split': 'paid_out',
  'stock:dividend': 'own',
  'copy:share': 'exchange',
  deposit: 'own',
  'deposit:voucher': 'own',
  'withdrawal:hold': 'gated',
  'withdrawal:release': 'own',
  'withdrawal:paid': 'paid_out',
  'withdrawal:network_fee': 'own',
  'sweep:network_fee': 'own',
  'contract:hold': 'own',
  'contract:release': 'own',
  'contract:open': 'own',
  'contract:close': 'own',
  'contract:liquidation': 'own',
  'contract:fee': 'own',
  'contract:margin': 'own',
  'contract:overnight': 'own',
  'contract:insurance': 'own',
  'contract:coupon': 'own',
  'contract:fund': 'own',
  'contract:batch': 'own',
  'option:open': 'own',
  'option:won': 'own',
  'option:lost': 'own',
  'option:back': 'own',
  'option:pool': 'own',
  'mining:opened': 'own',
  'mining:yield': 'own',
  'mining:extra': 'own',
  'mining:matured': 'own',
  'mining:redeemed': 'own',
  'mining:closed': 'own',
  'dual:purchase': 'own',
  'dual:payout': 'own',
  'dual:refund': 'own',
  'launchpad:application': 'own',
  'launchpad:cancellation': 'own',
  'launchpad:allotment': 'own',
  'launchpad:refund': 'own',
  'launchpad:unlock': 'own',
  'launchpad:income': 'own',
  'launchpad:dividend_reserve': 'own',
  'launchpad:dividend': 'own',
  'launchpad:batch': 'own',
  'loan:collateral': 'own',
  'loan:release': 'own',
  'loan:drawdown': 'own',
  'loan:repayment': 'own',
  'loan:conversion': 'own',
  'loan:liquidation': 'own',
  'growth:rebate': 'own',
  'growth:coupon': 'own',
  'gift:hold': 'gated',
  'gift:claim': 'gated',
  'gift:return': 'own',
  'nft:margin': 'own',
  'nft:margin_back': 'own',
  'nft:sale': 'exchange',
  'nft:forfeit': 'exchange',
  'game:stake': 'own',
  'game:payout': 'own',
  'game:refund': 'own',
  'game:fee': 'own',
};

const changeOf = (entry: Entry): bigint => (entry.available ?? 0n) + (entry.held ?? 0n);

/** Most journals touch one user and no external account: nothing can leave, and nothing has to be summed. */
function isPlain(entries: readonly Entry[]): boolean {
  let user = 0;
  for (const { account } of entries) {
    if (mayGoNegative(account)) return false;
    if (isHouse(account)) continue;
    const owner = ownerNumber(account);
    if (user !== 0 && user !== owner) return false;
    user = owner;
  }
  return true;
}

/** Users of a journal with their net change; a user's entries in one currency are summed. */
function sides(entries: readonly Entry[]): { readonly losers: Set<number>; readonly gainers: Set<number> } {
  const sums = new Map<string, { readonly user: number; sum: bigint }>();
  for (const entry of entries) {
    if (isHouse(entry.account)) continue;
    const user = ownerNumber(entry.account);
    const key = `${user}/${entry.currency}`;
    const side = sums.get(key);
    if (side) side.sum += changeOf(entry);
    else sums.set(key, { user, sum: changeOf(entry) });
  }
  const of = (sign: (sum: bigint) => boolean) =>
    new Set([...sums.values()].filter(({ sum }) => sign(sum)).map(({ user }) => user));
  return { losers: of((sum) => sum < 0n), gainers: of((sum) => sum > 0n) };
}

function checkSides({ key, kind, entries }: Journal, mayLeave: boolean): void {
  if (isPlain(entries)) return;
  const { losers, gainers } = sides(entries);
  for (const loser of losers) {
    if (gainers.size > (gainers.has(loser) ? 1 : 0))
      throw new Error(`${key}: a ${kind} journal moves money from user to user`);
    if (!mayLeave && entries.some((entry) => mayGoNegative(entry.account) && changeOf(entry) > 0n))
      throw new Error(`${key}: a ${kind} journal moves money of a user to the outside`);
  }
}

/**
 * Whether a permit covers a journal: only its owner loses, at most the allowed amount, and only the named receiver
 * gains.
 */
function covers(permit: Permit, { entries }: Journal): boolean {
  let taken = 0n;
  for (const { account, currency, available = ZERO, held = ZERO } of entries) {
    if (isHouse(account) || currency !== permit.currency) return false;
    const owner = ownerNumber(account);
    if (owner === permit.user) {
      // Money that is available may only become held, and held money may only leave.
      const [spent, other] = permit.isHeld ? [held, available] : [available, held];
      if (spent > 0n || (permit.isHeld ? other !== 0n : other < 0n)) return false;
      taken -= spent;
    } else if (owner !== permit.receiver || available < 0n || held < 0n) return false;
  }
  return taken <= permit.number;
}

/**
 * Throws if a journal moves money where its kind may not, which is a bug. `takePermit` uses up a permit and returns
 * whether the gate issued it for this transaction.
 */
export function checkFlow(journal: Journal, takePermit: (permit: Permit) => boolean): void {
  switch (JOURNAL_FLOWS[journal.kind]) {
    case 'exchange':
      return;
    case 'own':
      checkSides(journal, false);
      return;
    case 'paid_out':
      checkSides(journal, true);
      return;
    case 'gated': {
      const { permit } = journal;
      if (permit === undefined || !covers(permit, journal) || !takePermit(permit))
        throw new Error(`${journal.key}: a ${journal.kind} journal needs a permit that covers it`);
    }
  }
}
