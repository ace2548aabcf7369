import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Content that a tap on its title unfolds. */
export function Folded({
  title,
  className,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <details className={cx('group text-sm', className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-gold-ink [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown className="size-4 shrink-0 group-open:rotate-180" aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}
