import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { percentOfRate } from '../../lib/format.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf, ratesIn } from '../../ui/ChangeFields.tsx';
import type { ChangeField } from '../../ui/ChangeFields.tsx';

export type ContractRow = ReplyOf<'console/contracts'>[number];

const figure = (name: string, label: string): ChangeField => ({ name, label, kind: 'figure' });

const FIELDS: readonly ChangeField[] = [
  { ...figure('multiples', 'Leverages'), extra: 'Comma between' },
  { ...figure('spread', 'Spread'), extra: 'Absolute, in the price' },
  { ...figure('lever_trade_fee', 'Fee, %'), extra: 'At opening and closing' },
  figure('overnight', 'Overnight fee a day, %'),
  figure('lever_min_share', 'Fewest lots'),
  figure('lever_max_share', 'Most lots'),
  figure('net_cap', 'Net cap, USDT'),
  figure('gross_cap', 'Gross cap, USDT'),
  figure('user_cap', 'Cap of one user, USDT'),
];

/** Requests other parameters or caps; only differences are sent. Open positions keep their parameters. */
export function ChangeContract({ market, close }: { market: ContractRow; close: () => void }) {
  const before = {
    ...market,
    multiples: market.multiples.join(','),
    lever_trade_fee: percentOfRate(market.lever_trade_fee),
    overnight: percentOfRate(market.overnight),
  };
  return (
    <AskForApproval<Partial<typeof before>>
      title={`Futures on ${market.symbol}`}
      initial={before}
      close={close}
      send={({ reason, ...fields }) =>
        api.post('console/contract_change', {
          match_id: market.match_id,
          reason,
          ...ratesIn(changesOf(FIELDS, before, fields), ['lever_trade_fee', 'overnight']),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}
