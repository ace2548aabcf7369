import { amount, format, max, min, minus, parseAmount } from '@karat/money';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import {
  AmountField,
  Button,
  Callout,
  Card,
  Dialog,
  Empty,
  Fact,
  Form,
  LinkButton,
  Loaded,
  Num,
  Page,
  Picker,
  SkeletonForm,
  Tabs,
} from '../../ui/index.ts';
import type { Config } from './estimate.ts';
import type { Loan } from './LoanCard.tsx';
import { loansText } from './text.ts';

const SOURCES = ['assets', 'balance'] as const;
type Source = (typeof SOURCES)[number];
const REFRESH_MS = 5_000;
const ZERO = amount('0');

/** What a repayment takes from where, and what remains. */
export function planRepayment(loan: Loan, free: string, source: Source, typed: string | undefined) {
  const debt = amount(loan.debt);
  const value = typed === undefined ? debt : parseAmount(typed);
  const held = amount(loan.assets.find(({ currency_id: id }) => id === loan.currency_id)?.amount ?? '0');
  const paid = value === undefined ? ZERO : min(value, debt);
  const fromAssets = source === 'assets' ? min(held, paid) : ZERO;
  const fromBalance = minus(paid, fromAssets);
  return {
    paid,
    fromAssets,
    fromBalance,
    remaining: max(ZERO, minus(debt, paid)),
    isLast: paid === debt,
    isShort: fromBalance > amount(free),
  };
}

type Plan = ReturnType<typeof planRepayment>;

function PlanFacts({ loan, plan }: { readonly loan: Loan; readonly plan: Plan }) {
  const t = useText(loansText);
  return (
    <dl className="flex flex-col gap-2 text-base">
      {plan.fromAssets > 0n && (
        <Fact name={t('source_assets')}>
          <Num value={format(plan.fromAssets)} unit={loan.currency_name} />
        </Fact>
      )}
      {plan.fromBalance > 0n && (
        <Fact name={t('source_balance')}>
          <Num value={format(plan.fromBalance)} unit={loan.currency_name} />
        </Fact>
      )}
      <Fact name={t('remaining')} className="font-semibold">
        <Num value={format(plan.remaining)} unit={loan.currency_name} />
      </Fact>
    </dl>
  );
}

/** The form of one loan. */
function RepaymentForm({ loan, free }: { readonly loan: Loan; readonly free: string }) {
  const t = useText(loansText);
  const [isWhole, setWhole] = useState(true);
  const [text, setText] = useState('');
  const [source, setSource] = useState<Source>('assets');
  const question = useQuestion();
  const plan = planRepayment(loan, free, source, isWhole ? undefined : text);
  const repaying = useAction('loan/repay', {
    ...question.action,
    invalidates: ['loan/list', 'loan/detail', 'loan/config', 'loan/events', 'loan/schedule', ...BALANCES],
    onDone: () => toast(t('repaid_toast'), 'good'),
    onSuccessNavigate: () => go.replace('/pages/common/loan', { id: loan.id }),
  });
  const isReady = plan.paid > 0n && !plan.isShort;
  const send = (): void =>
    repaying.mutate({ id: loan.id, source, ...(isWhole ? {} : { amount: format(plan.paid) }) });
  return (
    <Form onSubmit={() => isReady && question.ask()} className="gap-4">
      <Tabs
        label={t('amount')}
        variant="block"
        items={[
          { id: 'whole', label: t('whole') },
          { id: 'part', label: t('part') },
        ]}
        value={isWhole ? 'whole' : 'part'}
        onChange={(id) => setWhole(id === 'whole')}
      />
      {!isWhole && (
        <AmountField
          label={t('amount')}
          value={text}
          onValue={setText}
          unit={loan.currency_name}
          all={{ label: t('max'), take: () => setText(loan.debt) }}
        />
      )}
      <Picker
        label={t('pay_from')}
        title={t('pay_from')}
        options={SOURCES.map((id) => ({ id, label: t(`source_${id}`), hint: t(`source_${id}_hint`) }))}
        value={source}
        onChoose={setSource}
      />
      <Card className="p-4">
        <PlanFacts loan={loan} plan={plan} />
      </Card>
      {plan.isShort && <Callout intent="bad">{t('short', { currency: loan.currency_name })}</Callout>}
      {plan.isLast && !plan.isShort && <Callout>{t('frees')}</Callout>}
      <Button type="submit" size="lg" wide disabled={!isReady}>
        {t('repay')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('repay_title')}
        confirm={t('repay')}
        busy={repaying.isPending}
        onConfirm={send}
      >
        <dl className="mb-2 flex flex-col gap-2 text-base text-ink">
          <Fact name={t('amount')}>
            <Num value={format(plan.paid)} unit={loan.currency_name} />
          </Fact>
        </dl>
        <PlanFacts loan={loan} plan={plan} />
      </Dialog>
    </Form>
  );
}

function OfLoan({ loan, config }: { readonly loan: Loan; readonly config: Config }) {
  const t = useText(loansText);
  const free = config.currencies.find(({ id }) => id === loan.currency_id)?.available ?? '0';
  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4">
        <dl className="flex flex-col gap-2 text-base">
          <Fact name={t('debt')} className="text-lg font-semibold">
            <Num value={loan.debt} unit={loan.currency_name} />
          </Fact>
          <Fact name={t('principal')}>
            <Num value={loan.principal} unit={loan.currency_name} />
          </Fact>
          <Fact name={t('interest')}>
            <Num value={loan.interest} unit={loan.currency_name} />
          </Fact>
          {loan.overdue_days > 0 && (
            <Fact name={t('overdue_charges')}>
              <Num value={loan.overdue} unit={loan.currency_name} />
            </Fact>
          )}
          <Fact name={t('available')}>
            <Num value={free} unit={loan.currency_name} />
          </Fact>
        </dl>
      </Card>
      <RepaymentForm key={loan.id} loan={loan} free={free} />
    </div>
  );
}

/** Chooses among the running loans. */
function Choose({ config, wanted }: { readonly config: Config; readonly wanted: number | undefined }) {
  const t = useText(loansText);
  const [chosen, setChosen] = useState(wanted);
  const loans = useGet('loan/list', { filter: 'open', limit: 100 }, { everyMs: REFRESH_MS, keep: true });
  return (
    <Loaded query={loans} skeleton={<SkeletonForm fields={3} />}>
      {({ data }) => {
        const running = data.filter(({ state }) => state === 'active');
        const loan = running.find(({ id }) => id === chosen) ?? running[0];
        if (!loan)
          return (
            <Empty
              icon={<HandCoins />}
              text={t('none_running')}
              action={
                <LinkButton variant="plain" to="/pages/common/borrowing">
                  {t('title')}
                </LinkButton>
              }
            />
          );
        return (
          <div className="flex flex-col gap-4">
            {running.length > 1 && (
              <Picker
                label={t('loan')}
                title={t('loan')}
                options={running.map(({ id, debt, currency_name: name }) => ({
                  id: String(id),
                  label: <Num value={debt} unit={name} />,
                }))}
                value={String(loan.id)}
                onChoose={(id) => setChosen(Number(id))}
              />
            )}
            <OfLoan loan={loan} config={config} />
          </div>
        );
      }}
    </Loaded>
  );
}

/** Repayment of a running loan, in part or in whole, with what remains. */
export default function Repayment() {
  const t = useText(loansText);
  const id = useIdParam('id');
  const config = useGet('loan/config', {}, { everyMs: 15_000, keep: true });
  return (
    <Page title={t('repayment')} back="/pages/common/borrowing" className="mx-auto w-full max-w-[560px]">
      <Loaded query={config} skeleton={<SkeletonForm fields={3} />}>
        {(shown) => <Choose config={shown} wanted={id} />}
      </Loaded>
    </Page>
  );
}
