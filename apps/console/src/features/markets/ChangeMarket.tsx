import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type MarketRow = ReplyOf<'console/markets'>[number];

const FIELDS: readonly ChangeField[] = [
  { name: 'maker_fee', label: 'Maker fee (0.001 is 0.1 %)', kind: 'figure' },
  { name: 'taker_fee', label: 'Taker fee', kind: 'figure' },
];

/** Requests other fees; only differences are sent. */
export function ChangeMarket({ market, close }: { market: MarketRow; close: () => void }) {
  const before = { ...market };
  return (
    <AskForApproval<Partial<MarketRow>>
      title={`Change ${market.symbol}`}
      initial={before}
      close={close}
      send={({ reason, ...fields }) =>
        api.post('console/market_change', {
          match_id: market.match_id,
          reason,
          ...changesOf(FIELDS, before, fields),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}
