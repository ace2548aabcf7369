import { useText } from '../../../lib/text.ts';
import { cx } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';
import type { Ticket } from './use-ticket.ts';

const MARKS = [0, 25, 50, 75, 100] as const;

/** Percent of the balance on a slider in quarters: the native input lies invisibly over the drawn one. */
export function Share({ form, change, conditions: { funds } }: Ticket) {
  const t = useText(tradeText);
  const none = !funds || (form.side === 'buy' ? funds.quote : funds.base) === 0n;
  return (
    <div className={cx('relative h-11', none && 'opacity-45')}>
      <input
        type="range"
        aria-label={t('part_of_balance')}
        aria-valuetext={`${form.share}%`}
        min={0}
        max={100}
        step={25}
        value={form.share}
        disabled={none}
        onChange={(event) => funds && change({ type: 'share', percent: Number(event.target.value), funds })}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <div
        aria-hidden="true"
        className="absolute inset-x-2 top-3 h-1 rounded-full bg-line outline-offset-8 outline-gold-ink peer-focus-visible:outline-2"
      >
        <div className="h-full rounded-full bg-gold" style={{ width: `${form.share}%` }} />
        {MARKS.map((mark) => (
          <span
            key={mark}
            style={{ left: `${mark}%` }}
            className={cx(
              'absolute top-1/2 -translate-1/2 rounded-full border-2',
              mark === form.share ? 'size-4.5 border-gold bg-surface' : 'size-2',
              mark !== form.share && (mark < form.share ? 'border-gold bg-gold' : 'border-line bg-bg'),
            )}
          />
        ))}
      </div>
      <div
        className="absolute inset-x-0 bottom-0 flex justify-between text-xs text-muted tnum"
        aria-hidden="true"
      >
        {MARKS.map((mark) => (
          <span
            key={mark}
            className={cx(
              'w-9 first:text-start last:text-end',
              mark > 0 && mark < 100 && 'text-center',
              mark === form.share && mark > 0 && 'font-semibold text-gold-ink',
            )}
          >
            {mark}%
          </span>
        ))}
      </div>
    </div>
  );
}
