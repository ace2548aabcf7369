import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface CalloutProps {
  /** `info`: worth knowing. `wait`: something is pending. `bad`: a failure. */
  readonly intent?: 'info' | 'wait' | 'bad';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

const INTENTS = {
  info: 'bg-info-soft text-info-ink',
  wait: 'bg-gold-soft text-gold-ink',
  bad: 'bg-bad-soft text-bad-ink',
} as const;

/** A short text on a coloured ground, with its action below. */
export const Callout = ({ intent = 'info', icon, children, action }: CalloutProps) => (
  <div className={cx('flex gap-3 rounded-md p-4 text-sm', INTENTS[intent])}>
    <span className="shrink-0 [&_svg]:size-5" aria-hidden="true">
      {icon ?? (intent === 'info' ? <Info /> : <TriangleAlert />)}
    </span>
    <div className="min-w-0 flex-1">
      {children}
      {action}
    </div>
  </div>
);
