import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { go, withLogin } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useQuestion } from '../../lib/question.ts';
import type { QuestionDialog } from '../../lib/question.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { useProblemText } from '../../ui/amount/index.ts';
import { AmountField, Button, Callout, Card, Dialog, Fact, Form, Num, Tabs } from '../../ui/index.ts';
import { estimateOf, largestTokens, problemOf } from './application.ts';
import type { Estimate, PayCurrency, ProjectDetail } from './application.ts';
import { launchpadText } from './text.ts';

/** Reads that an application changes. */
export const LAUNCHPAD_READS = [
  'project',
  'project/detail',
  'user/project/order',
  'user/project/order_detail',
  'user/project/holdings',
  ...BALANCES,
] as const;

/** When the tokens can be used. */
function Unlocking({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  const locale = useLocale();
  return project.listing_ms === null ? t('to_be_announced') : formatTime(project.listing_ms, locale);
}

interface EstimateProps {
  readonly project: ProjectDetail;
  readonly pay: PayCurrency;
  readonly estimate: Estimate;
}

/** The calculator: what is held, and what would arrive if the subscription ended now. */
function Calculator({ project, pay, estimate }: EstimateProps) {
  const t = useText(launchpadText);
  return (
    <Card className="p-4">
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('you_pay')} className="font-semibold">
          <Num value={estimate.cost} unit={pay.currency_name} />
        </Fact>
        {estimate.after !== null && (
          <Fact name={t('balance_after')}>
            <Num value={estimate.after} unit={pay.currency_name} />
          </Fact>
        )}
        <Fact name={t('if_ended_now')}>
          <Num value={estimate.estimated} unit={project.currency_name} />
        </Fact>
        {estimate.refund !== '0' && (
          <Fact name={t('returned')}>
            <Num value={estimate.refund} unit={pay.currency_name} />
          </Fact>
        )}
        <Fact name={t('unlocked')}>
          <Unlocking project={project} />
        </Fact>
      </dl>
    </Card>
  );
}

/** The worst case in words. */
function WorstCase({ project, pay, estimate }: EstimateProps) {
  const t = useText(launchpadText);
  const locale = useLocale();
  return (
    <>
      {t('worst_case', {
        paid: formatNumber(estimate.cost, { kind: 'full' }, locale),
        currency: pay.currency_name,
        token: project.currency_name,
      })}
    </>
  );
}

function Confirmation({
  dialog,
  busy,
  onConfirm,
  ...shown
}: EstimateProps & {
  readonly busy: boolean;
  readonly dialog: QuestionDialog;
  readonly onConfirm: () => void;
}) {
  const t = useText(launchpadText);
  const locale = useLocale();
  const { project, pay, estimate } = shown;
  return (
    <Dialog {...dialog} title={t('confirm_title')} confirm={t('apply')} busy={busy} onConfirm={onConfirm}>
      <dl className="flex flex-col gap-2 text-base text-ink">
        <Fact name={t('you_apply')}>
          <Num value={estimate.tokens} unit={project.currency_name} />
        </Fact>
        <Fact name={t('price')}>
          <Num value={pay.price} unit={pay.currency_name} />
        </Fact>
        <Fact name={t('held_until_end')}>
          <Num value={estimate.cost} unit={pay.currency_name} />
        </Fact>
        <Fact name={t('allotment_at')}>{formatTime(project.end_ms, locale)}</Fact>
        <Fact name={t('unlocked')}>
          <Unlocking project={project} />
        </Fact>
      </dl>
      <p className="mt-3 text-sm">
        {t('may_be_less')} <WorstCase {...shown} />
      </p>
    </Dialog>
  );
}

/** The currencies that can be paid with, where there are several. */
function PayChoice({
  project,
  pay,
  onChoose,
}: {
  readonly project: ProjectDetail;
  readonly pay: PayCurrency;
  readonly onChoose: (name: string) => void;
}) {
  const t = useText(launchpadText);
  if (project.pay_currencies.length < 2) return null;
  return (
    <Tabs
      label={t('pay_with')}
      variant="block"
      items={project.pay_currencies.map(({ currency_name: name }) => ({ id: name, label: name }))}
      value={pay.currency_name}
      onChange={onChoose}
    />
  );
}

/** The number of tokens with its price, the balance and the largest possible number. */
function TokensField({
  project,
  pay,
  text,
  onText,
  error,
}: {
  readonly project: ProjectDetail;
  readonly pay: PayCurrency;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | null;
}) {
  const t = useText(launchpadText);
  return (
    <AmountField
      label={t('tokens')}
      value={text}
      onValue={onText}
      unit={project.currency_name}
      error={error}
      all={{ label: t('max'), take: () => onText(largestTokens(project, pay)) }}
      hint={
        <>
          {t('price')} <Num value={pay.price} unit={pay.currency_name} />
          {pay.available !== null && (
            <>
              {' '}
              · {t('available')} <Num value={pay.available} unit={pay.currency_name} />
            </>
          )}
        </>
      }
    />
  );
}

/** The application: tokens, currency, what it costs and brings, and a confirmation that names the worst case. */
export function SubscribeForm({ project }: { readonly project: ProjectDetail }) {
  const t = useText(launchpadText);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [checked, setChecked] = useState(false);
  const question = useQuestion();
  const problemText = useProblemText(project.currency_name);
  const applying = useAction('project/order', {
    ...question.action,
    invalidates: LAUNCHPAD_READS,
    onDone: () => toast(t('done')),
    onSuccessNavigate: () => go.replace('/pages/ieo/order'),
  });
  const pay =
    project.pay_currencies.find(({ currency_name: name }) => name === chosen) ?? project.pay_currencies[0];
  if (!pay) return null;
  const problem = problemOf(text, project, pay);
  const estimate = estimateOf(text, project, pay);
  const submit = (): void => {
    setChecked(true);
    if (problem === null) withLogin(question.ask);
  };
  const confirm = (tokens: string): void =>
    applying.mutate({
      project_id: project.id,
      amount: tokens,
      pay_currency: pay.currency_name,
      price: pay.price,
    });
  const shown = checked || (text !== '' && problem?.type !== 'enter_amount') ? problemText(problem) : null;
  return (
    <Form className="gap-4" onSubmit={submit}>
      <PayChoice project={project} pay={pay} onChoose={setChosen} />
      <TokensField project={project} pay={pay} text={text} onText={setText} error={shown} />
      {estimate && (
        <>
          <Calculator project={project} pay={pay} estimate={estimate} />
          <Callout intent="wait">
            <WorstCase project={project} pay={pay} estimate={estimate} />
          </Callout>
        </>
      )}
      <Button type="submit" size="lg" wide>
        {t('apply')}
      </Button>
      {question.dialog.open && estimate && (
        <Confirmation
          project={project}
          pay={pay}
          estimate={estimate}
          busy={applying.isPending}
          dialog={question.dialog}
          onConfirm={() => confirm(estimate.tokens)}
        />
      )}
    </Form>
  );
}
