import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/index.ts';
import { tradeText } from '../text.ts';

/** What the account of a ticket lacks, and the transfer that returns to the ticket. */
export function InsufficientFunds({
  text,
  to,
  currency,
}: {
  readonly text: string;
  readonly to: 'change' | 'lever' | 'micro';
  readonly currency: number;
}) {
  const t = useText(tradeText);
  return (
    <div
      role="alert"
      // Words stay whole: beside a long one the button moves to a line of its own.
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 rounded-md bg-bad-soft ps-3 text-xs wrap-break-word text-bad-ink"
    >
      <span className="flex-1 basis-0 py-1">{text}</span>
      <LinkButton
        to="/pages/fund/transfer"
        search={{ to, currency }}
        variant="quiet"
        size="sm"
        className="-ms-3"
      >
        {t('transfer')}
      </LinkButton>
    </div>
  );
}
