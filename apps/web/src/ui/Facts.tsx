import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../lib/copy.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Long amounts wrap. */
const VALUE = 'wrap-anywhere [&_.tnum]:whitespace-normal';

/** Name and value on one line; a value that does not fit moves below. For a `dl`, which sets the size. */
export function Fact({ name, children, className }: FactProps) {
  return (
    <div className={cx('flex flex-wrap items-baseline justify-between gap-x-2', className)}>
      <dt className="text-muted">{name}</dt>
      <dd className={cx('ms-auto text-end', VALUE)}>{children}</dd>
    </div>
  );
}

/** A value with its name above. For a `dl`, which sets the size of the values. */
export function Figure({ name, children, className }: FactProps) {
  return (
    // Long names wrap; the values of a row stay on one line.
    <div className={cx('flex min-w-0 flex-col justify-between', className)}>
      <dt className="text-xs font-normal break-words hyphens-auto text-muted">{name}</dt>
      <dd className={VALUE}>{children}</dd>
    </div>
  );
}

interface CopyFactProps {
  readonly name: string;
  readonly value: string;
  /** Displayed text, where it differs from what is copied. */
  readonly shown?: string;
  readonly className?: string;
}

/** Name, text, and a button that copies it. */
export function CopyFact({ name, value, shown = value, className }: CopyFactProps) {
  const shell = useText(shellText);
  return (
    <div className={cx('flex items-center gap-2 py-1 ps-4 pe-1', className)}>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="text-xs text-muted">{name}</p>
        <p className="text-base font-medium wrap-anywhere tnum">{shown}</p>
      </div>
      <IconButton
        label={`${shell('copy')}: ${name}`}
        onClick={() => void copyText(value)}
        className="text-gold-ink"
      >
        <Copy />
      </IconButton>
    </div>
  );
}
