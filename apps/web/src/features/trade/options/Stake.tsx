import { Plus } from 'lucide-react';
import { useText } from '../../../lib/text.ts';
import { cx, Link, Num, Select } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import type { Payable } from './form.ts';
import { optionsText } from './text.ts';

const QUICK = ['10', '50', '100', '500'] as const;

/** The stake with its currency, quick amounts and a link to transfer. */
export function Stake({
  stake,
  onStake,
  payable,
  payables,
  onCurrency,
  error,
}: {
  readonly stake: string;
  readonly onStake: (text: string) => void;
  readonly payable: Payable;
  readonly payables: readonly Payable[];
  readonly onCurrency: (id: number) => void;
  readonly error: string | undefined;
}) {
  const t = useText(optionsText);
  const trade = useText(tradeText);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <NumberField label={t('stake')} unit={payable.name} value={stake} onText={onStake} error={error} />
        </div>
        {payables.length > 1 && (
          <Select
            label={t('pay_with')}
            options={payables.map((row) => ({ id: String(row.id), label: row.name }))}
            value={String(payable.id)}
            onChange={(id) => onCurrency(Number(id))}
            className="min-h-[50px]! w-24!"
          />
        )}
      </div>
      <div className="flex gap-2">
        {QUICK.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => onStake(text)}
            aria-pressed={text === stake}
            className={cx(
              'min-h-11 flex-1 rounded-full border text-sm tnum',
              text === stake ? 'border-gold-ink bg-gold-soft text-gold-ink' : 'border-line bg-surface',
            )}
          >
            {text}
          </button>
        ))}
      </div>
      <div className="flex items-center justify-between text-xs">
        <span className="text-muted">{trade('available')}</span>
        <span className="flex items-center">
          <Num value={payable.user_wallet.micro_balance} unit={payable.name} />
          <Link
            to="/pages/fund/transfer"
            search={{ to: 'micro', currency: payable.id }}
            aria-label={trade('top_up')}
            className="-my-3 -me-3 grid size-11 place-items-center text-gold-ink"
          >
            <Plus className="size-4" />
          </Link>
        </span>
      </div>
    </div>
  );
}
