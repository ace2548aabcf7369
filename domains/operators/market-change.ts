import { marketId, refuse } from '@karat/contract';
import type { Contract, Read } from '@karat/contract';
import { changed } from '@karat/domains/market';
import type { Market, MarketChange } from '@karat/domains/market';
import { format, parse, percentFromRate, rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { ConsoleDeps } from './console.ts';
import type { ApprovalKind } from './operators.ts';
import { change } from './presentation.ts';
import type { Payload } from './rules.ts';

export const MARKET_CHANGE = 'market change';

type MarketChangeRequest = Read<Contract['operators']['console/market_change']>;

/** A fee in a payload: the shortest exact text, so that equal changes have equal digests. */
function feeText(field: string, text: string): string {
  const value = parse(text);
  return value === undefined ? refuse('value_invalid', { field }) : format(value);
}

/** The request of an operator: the differences, and the version of the market that was displayed. */
export function requestedChange(
  market: Market,
  request: MarketChangeRequest,
): { kind: string; subject: string; payload: Payload; reason: string } {
  const payload = {
    match_id: market.id,
    version: market.version,
    ...(request.maker_fee === undefined ? {} : { maker_fee: feeText('maker_fee', request.maker_fee) }),
    ...(request.taker_fee === undefined ? {} : { taker_fee: feeText('taker_fee', request.taker_fee) }),
  };
  // A value out of bounds would fail at the approval: refuses it at the request.
  changed(market, changeOf(payload));
  return { kind: MARKET_CHANGE, subject: market.symbol, payload, reason: request.reason };
}

function feeOf(payload: Payload, field: string): Rate | undefined {
  const text = payload[field];
  return typeof text === 'string' ? rate(text) : undefined;
}

/** Returns the change of an approved payload. */
function changeOf(payload: Payload): MarketChange {
  const makerFee = feeOf(payload, 'maker_fee');
  const takerFee = feeOf(payload, 'taker_fee');
  return {
    marketId: marketId(Number(payload['match_id'])),
    version: Number(payload['version']),
    ...(makerFee === undefined ? {} : { makerFee }),
    ...(takerFee === undefined ? {} : { takerFee }),
  };
}

const percent = (value: Rate): string => `${format(percentFromRate(value))} %`;

/** Presentation and effect of a market change. */
export const marketChange = ({
  find,
  change: carryOut,
}: Pick<ConsoleDeps['markets'], 'find' | 'change'>): ApprovalKind => ({
  async present(_db, payload) {
    const requested = changeOf(payload);
    const market = find(requested.marketId) ?? refuse('market_unknown');
    return {
      title: 'Change a market',
      subject: market.symbol,
      changes: [
        change('Maker fee', percent(market.makerFee), percent(requested.makerFee ?? market.makerFee)),
        change('Taker fee', percent(market.takerFee), percent(requested.takerFee ?? market.takerFee)),
      ],
    };
  },
  execute: (tx, payload) => carryOut(tx, changeOf(payload)),
});
