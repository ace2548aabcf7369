import { ChevronRight } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Fact, Link, Num } from '../../ui/index.ts';
import { RiskBar } from './RiskBar.tsx';
import { loansText } from './text.ts';

export type Loan = ReplyOf<'loan/detail'>;

/** State of a loan; a margin call and an overdue one stand out. */
export function StateOf({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  if (loan.overdue_days > 0) return <Badge intent="bad">{t('overdue')}</Badge>;
  if (loan.called) return <Badge intent="bad">{t('called')}</Badge>;
  switch (loan.state) {
    case 'pending':
      return <Badge intent="info">{t('pending')}</Badge>;
    case 'active':
      return <Badge intent="gold">{t('active')}</Badge>;
    case 'repaid':
      return <Badge intent="good">{t('repaid')}</Badge>;
    case 'liquidated':
    case 'rejected':
      return <Badge intent="bad">{t(loan.state)}</Badge>;
    case 'cancelled':
      return <Badge>{t('cancelled')}</Badge>;
  }
}

/** What matters of a loan in its present state. */
export function LoanFacts({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  const locale = useLocale();
  if (loan.state === 'pending')
    return <Fact name={t('decision_by')}>{formatTime(loan.decide_by_ms, locale)}</Fact>;
  if (loan.state === 'active')
    return (
      <>
        <Fact name={t('debt')} className="font-semibold">
          <Num value={loan.debt} unit={loan.currency_name} />
        </Fact>
        {loan.due_ms !== null && <Fact name={t('due')}>{formatDate(loan.due_ms, locale)}</Fact>}
      </>
    );
  return loan.closed_ms === null ? null : <Fact name={t('ended')}>{formatDate(loan.closed_ms, locale)}</Fact>;
}

/** A loan in a list; it opens its screen. */
export function LoanCard({
  loan,
  call,
  liquidation,
}: {
  readonly loan: Loan;
  readonly call: number;
  readonly liquidation: number;
}) {
  return (
    <Link
      to="/pages/common/loan"
      search={{ id: loan.id }}
      className="block rounded-lg bg-surface p-4 active:bg-raised"
    >
      <span className="mb-3 flex items-center gap-2">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2">
          <span className="text-lg font-semibold">
            <Num value={loan.amount} unit={loan.currency_name} />
          </span>
          <StateOf loan={loan} />
        </span>
        <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
      </span>
      {loan.state === 'active' && <RiskBar rate={loan.risk_rate} call={call} liquidation={liquidation} />}
      <dl className="mt-3 flex flex-col gap-1.5 text-base">
        <LoanFacts loan={loan} />
      </dl>
    </Link>
  );
}
