import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { percentOfRate } from '../../lib/format.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf, ratesIn } from '../../ui/ChangeFields.tsx';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type MarketRow = ReplyOf<'console/markets'>[number];

const FIELDS: readonly ChangeField[] = [
  { name: 'maker_fee', label: 'Maker fee, %', kind: 'figure' },
  { name: 'taker_fee', label: 'Taker fee, %', kind: 'figure' },
];

/** Requests other fees; only differences are sent. */
export function ChangeMarket({ market, close }: { market: MarketRow; close: () => void }) {
  const before = {
    ...market,
    maker_fee: percentOfRate(market.maker_fee),
    taker_fee: percentOfRate(market.taker_fee),
  };
  return (
    <AskForApproval<Partial<MarketRow>>
      title={`Change ${market.symbol}`}
      initial={before}
      close={close}
      send={({ reason, ...fields }) =>
        api.post('console/market_change', {
          match_id: market.match_id,
          reason,
          ...ratesIn(changesOf(FIELDS, before, fields), ['maker_fee', 'taker_fee']),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}
