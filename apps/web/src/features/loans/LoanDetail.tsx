import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { formatDate, formatNumber, formatTime } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { useQuestion } from '../../lib/question.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  Button,
  Callout,
  Card,
  CoinIcon,
  Dialog,
  Fact,
  LinkButton,
  List,
  ListRow,
  Loaded,
  Missing,
  Num,
  Page,
  ReceiptLink,
  RowEnd,
  Tabs,
} from '../../ui/index.ts';
import { AssetActions } from './AssetActions.tsx';
import type { Config } from './estimate.ts';
import { Events, Schedule } from './LoanHistory.tsx';
import { StateOf } from './LoanCard.tsx';
import type { Loan } from './LoanCard.tsx';
import { RiskBar } from './RiskBar.tsx';
import { loansText } from './text.ts';

const REFRESH_MS = 3_000;

/** What the borrower should know now. */
function Alerts({ loan, config }: { readonly loan: Loan; readonly config: Config }) {
  const t = useText(loansText);
  const locale = useLocale();
  if (loan.state === 'pending')
    return <Callout>{t('pending_text', { time: formatTime(loan.decide_by_ms, locale) })}</Callout>;
  if (loan.state === 'rejected' && loan.reason !== null)
    return (
      <Callout intent="bad">
        {t('rejected_text', { reason: t(`reason_${loan.reason}`) })}
        {loan.note !== '' && <span className="mt-2 block break-words">{loan.note}</span>}
      </Callout>
    );
  if (loan.state === 'liquidated') return <Callout intent="bad">{t('liquidated_text')}</Callout>;
  if (loan.state !== 'active') return null;
  return (
    <>
      {loan.overdue_days > 0 && (
        <Callout intent="bad">{t('overdue_text', { rate: config.overdue_rate })}</Callout>
      )}
      {loan.called && (
        <Callout intent="bad">{t('called_text', { percent: config.liquidation_percent })}</Callout>
      )}
      {!loan.fresh && <Callout intent="wait">{t('stale_text')}</Callout>}
    </>
  );
}

function Summary({ loan, config }: { readonly loan: Loan; readonly config: Config }) {
  const t = useText(loansText);
  const locale = useLocale();
  const isActive = loan.state === 'active';
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="flex items-center gap-2 text-xl font-semibold">
        <Num value={loan.amount} unit={loan.currency_name} />
        <span className="flex-1" />
        <StateOf loan={loan} />
      </div>
      {isActive && (
        <RiskBar rate={loan.risk_rate} call={config.call_percent} liquidation={config.liquidation_percent} />
      )}
      <dl className="flex flex-col gap-2 text-base">
        {isActive && (
          <>
            <Fact name={t('debt')} className="font-semibold">
              <Num value={loan.debt} unit={loan.currency_name} />
            </Fact>
            <Fact name={t('principal')}>
              <Num value={loan.principal} unit={loan.currency_name} />
            </Fact>
            <Fact name={t('interest')}>
              <Num value={loan.interest} unit={loan.currency_name} />
            </Fact>
          </>
        )}
        {loan.overdue_days > 0 && (
          <Fact name={t('overdue_charges')}>
            <Num value={loan.overdue} unit={loan.currency_name} />
          </Fact>
        )}
        <Fact name={t('days')}>{loan.days.toLocaleString(locale)}</Fact>
        {loan.rate !== null && (
          <Fact name={t('rate')}>
            {t('per_day', { rate: formatNumber(loan.rate, { kind: 'full' }, locale) })}
          </Fact>
        )}
        {loan.due_ms !== null && <Fact name={t('due')}>{formatDate(loan.due_ms, locale)}</Fact>}
        <Fact name={t('purpose')}>{loan.purpose}</Fact>
      </dl>
      {loan.receipt !== null && <ReceiptLink kind="loan" subject={String(loan.id)} variant="small" />}
    </Card>
  );
}

/** What secures the loan, with the price at which each coin liquidates it. */
function Assets({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  if (loan.assets.length === 0) return null;
  return (
    <section aria-label={t('assets')}>
      <h2 className="mb-2 px-1 text-lg font-semibold">{t('assets')}</h2>
      <List ground="card">
        {loan.assets.map((asset) => (
          <ListRow
            key={asset.currency_id}
            icon={<CoinIcon name={asset.currency_name} />}
            title={asset.currency_name}
            {...(asset.price === null || asset.currency_name === 'USDT'
              ? {}
              : { hint: <Num value={asset.price} unit="USDT" /> })}
            end={
              <RowEnd
                hint={
                  asset.liquidation_price !== null && asset.liquidation_side !== null ? (
                    <>
                      {t(`liq_short_${asset.liquidation_side}`)}{' '}
                      <Num value={asset.liquidation_price} form="fixed" />
                    </>
                  ) : null
                }
              >
                <Num value={asset.amount} />
              </RowEnd>
            }
          />
        ))}
      </List>
    </section>
  );
}

/** Withdraws an application. */
function CancelButton({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  const question = useQuestion();
  const cancelling = useAction('loan/cancel', {
    ...question.action,
    invalidates: ['loan/list', 'loan/detail', 'loan/config', 'loan/events', ...BALANCES],
    onDone: () => {
      question.close();
      toast(t('cancelled'), 'good');
    },
  });
  return (
    <>
      <Button variant="danger" wide onClick={question.ask}>
        {t('cancel')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('cancel_title')}
        confirm={t('cancel')}
        cancels
        variant="danger"
        busy={cancelling.isPending}
        onConfirm={() => cancelling.mutate({ id: loan.id })}
      >
        {t('cancel_text')}
      </Dialog>
    </>
  );
}

const PARTS = ['schedule', 'history'] as const;

function Details({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  const parts = loan.started_ms === null ? (['history'] as const) : PARTS;
  const [part, setPart] = useState<(typeof PARTS)[number]>('history');
  return (
    <section>
      <Tabs
        label={t('history')}
        items={parts.map((id) => ({ id, label: t(id) }))}
        value={part}
        onChange={setPart}
        className="mb-2"
      />
      {part === 'schedule' ? <Schedule loan={loan} /> : <Events loan={loan} />}
    </section>
  );
}

function Content({ loan, config }: { readonly loan: Loan; readonly config: Config }) {
  const t = useText(loansText);
  return (
    <div className="flex flex-col gap-4 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-4">
        <Alerts loan={loan} config={config} />
        <Summary loan={loan} config={config} />
        {loan.state === 'active' && (
          <LinkButton size="lg" to="/pages/common/repayment" search={{ id: loan.id }}>
            {t('repay')}
          </LinkButton>
        )}
        <Assets loan={loan} />
        {(loan.state === 'active' || loan.state === 'pending') && (
          <AssetActions loan={loan} config={config} />
        )}
        {loan.state === 'pending' && <CancelButton loan={loan} />}
      </div>
      <Details loan={loan} />
    </div>
  );
}

function OfId({ id }: { readonly id: number }) {
  const loan = useGet('loan/detail', { id }, { everyMs: REFRESH_MS, keep: true });
  const config = useGet('loan/config', {}, { everyMs: 15_000, keep: true });
  return (
    <Loaded query={config}>
      {(shownConfig) => (
        <Loaded query={loan}>{(shown) => <Content loan={shown} config={shownConfig} />}</Loaded>
      )}
    </Loaded>
  );
}

/** One loan: risk rate, assets, actions, schedule and history. */
export default function LoanDetail() {
  const t = useText(loansText);
  const id = useIdParam('id');
  return (
    <Page title={t('loan')} back="/pages/common/borrowing">
      {id === undefined ? <Missing /> : <OfId id={id} />}
    </Page>
  );
}
