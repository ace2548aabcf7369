import { Check as Tick, CircleDashed, X } from 'lucide-react';
import type { Check } from '@karat/evidence';
import { useText } from '../../lib/text.ts';
import { cx } from '../../ui/index.ts';
import type { OwnCheck } from './evidence.ts';
import { proofsText } from './text.ts';

const VARIANTS = {
  proved: { icon: Tick, className: 'bg-good-soft text-good-ink' },
  failed: { icon: X, className: 'bg-bad-soft text-bad-ink' },
  open: { icon: CircleDashed, className: 'bg-raised text-muted' },
} as const;

/** The checks of a receipt with their outcomes. */
export function Checks({ checks }: { readonly checks: readonly (Check | OwnCheck)[] }) {
  const t = useText(proofsText);
  const why = (check: Check | OwnCheck): string | undefined => {
    if (check.state === 'proved') return undefined;
    if (check.why === 'unsigned' || check.why === 'forgotten' || check.why === 'offline')
      return t(`w_${check.why}`);
    return check.state === 'failed' ? check.why : t('w_offline');
  };
  return (
    <ul className="flex flex-col gap-3">
      {checks.map((check) => {
        const { icon: Icon, className } = VARIANTS[check.state];
        return (
          <li key={check.name} className="flex gap-3" data-state={check.state}>
            <span className={cx('grid size-6 shrink-0 place-items-center rounded-full', className)}>
              <Icon className="size-4" aria-hidden="true" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block text-base">{t(`c_${check.name}`)}</span>
              {why(check) !== undefined && (
                <span className="block text-xs break-all text-muted">{why(check)}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
