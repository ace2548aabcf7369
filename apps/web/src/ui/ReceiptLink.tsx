import { ShieldCheck } from 'lucide-react';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from './cx.ts';
import { Link } from './Link.tsx';

const VARIANTS = {
  /** Icon only, among other buttons. */
  icon: 'grid size-11 shrink-0 place-items-center rounded-full',
  small: 'inline-flex min-h-11 items-center gap-1.5 rounded-sm bg-raised px-3 text-sm font-semibold',
  wide: 'flex min-h-12 w-full items-center justify-center gap-2 rounded-md bg-raised px-5 text-lg font-semibold',
} as const;

/** Link to the signed receipts of an own option or contract, which the browser verifies. */
export function ReceiptLink({
  kind,
  subject,
  variant,
}: {
  readonly kind: string;
  /** Id of the order or position. */
  readonly subject: string;
  readonly variant: keyof typeof VARIANTS;
}) {
  const text = useText(shellText)('receipt');
  return (
    <Link
      to="/pages/proofs/verify"
      search={{ kind, subject }}
      className={VARIANTS[variant]}
      {...(variant === 'icon' ? { 'aria-label': text, title: text } : {})}
    >
      <ShieldCheck
        className={cx('text-gold-ink', variant === 'small' ? 'size-4' : 'size-5')}
        aria-hidden="true"
      />
      {variant !== 'icon' && text}
    </Link>
  );
}
