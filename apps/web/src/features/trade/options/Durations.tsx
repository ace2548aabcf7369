import { useText } from '../../../lib/text.ts';
import { cx, Num } from '../../../ui/index.ts';
import type { Duration } from './form.ts';
import { optionsText } from './text.ts';

/** Picks the duration of an option, each with its payout. */
export function Durations({
  rows,
  value,
  onChoose,
}: {
  readonly rows: readonly Duration[];
  readonly value: number;
  readonly onChoose: (seconds: number) => void;
}) {
  const t = useText(optionsText);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('duration')}</legend>
      <div className="no-bar fades -mx-4 flex gap-2 overflow-x-auto px-4 wide:mx-0 wide:gap-1.5 wide:px-0">
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            aria-pressed={row.seconds === value}
            onClick={() => onChoose(row.seconds)}
            className={cx(
              'flex min-h-12 min-w-14 shrink-0 grow flex-col items-center justify-center rounded-md border px-1',
              row.seconds === value ? 'border-gold-ink bg-gold-soft text-gold-ink' : 'border-line bg-surface',
            )}
          >
            <span className="text-base font-semibold tnum">{t('secs', { count: row.seconds })}</span>
            <Num
              value={row.profit_ratio}
              signed
              unit="%"
              className={cx('text-xs', row.seconds === value ? 'text-gold-ink' : 'text-muted')}
            />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
