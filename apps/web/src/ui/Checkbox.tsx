import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A checkbox with its label; the native input lies invisibly over the drawn box. */
export function Checkbox({
  label,
  checked,
  onCheck,
  className,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly className?: string;
}) {
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-center gap-2', className)}>
      <span className="relative grid size-4.5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheck(event.target.checked)}
          className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-[5px] border border-muted checked:border-gold checked:bg-gold"
        />
        <Check
          strokeWidth={3}
          className="pointer-events-none relative size-3.5 text-on-gold opacity-0 peer-checked:opacity-100"
          aria-hidden="true"
        />
      </span>
      <span className="min-w-0">{label}</span>
    </label>
  );
}
