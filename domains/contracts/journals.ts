import type { JournalKind } from '@karat/contract';
import { HOUSE_SHARDS, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import type { Entry, Journal } from '@karat/domains/ledger';
import { ZERO, amount, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import type { PositionEvent } from './position-events.ts';

const currency = USDT;
const POOL = houseAccount('contracts_pool');
const INSURANCE = houseAccount('insurance');
const PROMOTION = houseAccount('promotion');

const move = (account: Entry['account'], available: Amount, held: Amount = ZERO): Entry => ({
  account,
  currency,
  ...(available === ZERO ? {} : { available }),
  ...(held === ZERO ? {} : { held }),
});
const moves = ({ available = ZERO, held = ZERO }: Entry): boolean => available !== ZERO || held !== ZERO;

type EntryGroup = readonly [kind: JournalKind, entries: readonly Entry[]];

/** The movements of one event, ordered so that no balance is ever below zero. */
function entryGroupsOf(event: PositionEvent): EntryGroup[] {
  const user = userAccount(event.position.userId, 'lever');
  const fees = houseAccount('fees', event.position.userId % HOUSE_SHARDS);
  const fee = (of: Amount): EntryGroup => ['contract:fee', [move(user, negate(of)), move(fees, of)]];
  switch (event.kind) {
    case 'pended':
      return [['contract:hold', [move(user, negate(event.hold), event.hold)]]];
    case 'cancelled':
      return [['contract:release', [move(user, event.hold, negate(event.hold))]]];
    case 'amended': {
      const { change } = event;
      const kind = change > ZERO ? 'contract:hold' : 'contract:release';
      return [[kind, [move(user, negate(change), change)]]];
    }
    case 'margin_changed':
      return [['contract:margin', [move(user, negate(event.change), event.change)]]];
    case 'opened': {
      const more = amount(event.hold - event.margin);
      const paid = event.trialPaid;
      return [
        ['contract:coupon', [move(PROMOTION, negate(paid)), move(user, paid)]],
        ['contract:open', [move(user, more, negate(more))]],
        fee(event.fee),
      ];
    }
    case 'closed': {
      const { released, profit, absorbed, insurance, poolCover, trialReturned } = event;
      const booked = amount(profit + absorbed);
      const kind =
        event.reason === 'liquidation' || event.reason === 'cover'
          ? 'contract:liquidation'
          : 'contract:close';
      return [
        ['contract:insurance', [move(INSURANCE, negate(insurance)), move(user, insurance)]],
        ['contract:insurance', [move(INSURANCE, negate(poolCover)), move(POOL, poolCover)]],
        [kind, [move(user, amount(released + booked), negate(released)), move(POOL, negate(booked))]],
        fee(event.fee),
        ['contract:coupon', [move(user, negate(trialReturned)), move(PROMOTION, trialReturned)]],
      ];
    }
    case 'overnight': {
      const { fromAvailable, fromMargin } = event;
      const all = amount(fromAvailable + fromMargin);
      return [
        ['contract:overnight', [move(user, negate(fromAvailable), negate(fromMargin)), move(fees, all)]],
      ];
    }
    case 'triggered':
    case 'stops_set':
      return [];
  }
}

/**
 * The journals of events written together; `at` unix ms. A key names the position, its version and the event's index
 * in it.
 */
export function journalsOf(events: readonly PositionEvent[], at: number): Journal[] {
  const sequences = new Map<number, number>();
  return events.flatMap((event) => {
    const { id, version } = event.position;
    return entryGroupsOf(event).flatMap(([kind, all]): Journal[] => {
      const entries = all.filter(moves);
      if (entries.length === 0) return [];
      const sequence = sequences.get(id) ?? 0;
      sequences.set(id, sequence + 1);
      return [{ key: `${kind}:${id}:${version + 1}.${sequence}`, kind, reference: String(id), at, entries }];
    });
  });
}
