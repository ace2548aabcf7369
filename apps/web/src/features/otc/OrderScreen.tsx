import { useEffect, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useQuestion } from '../../lib/question.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Badge,
  Button,
  CopyFact,
  Dialog,
  Fact,
  FormError,
  LinkButton,
  Loaded,
  Num,
  Page,
  Rows,
  Steps,
} from '../../ui/index.ts';
import { DisputePart } from './Dispute.tsx';
import { countdown, grouped } from './offer.ts';
import type { Order } from './offer.ts';
import { Proof } from './Proof.tsx';
import { StateBadge, useMeaning } from './State.tsx';
import { otcText } from './text.ts';

const SECOND_MS = 1_000;
/** Poll interval: a payment may arrive while the screen is open. */
const LOOK_MS = 10_000;

/** The deadline as a countdown in seconds. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function TimeLeft({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const now = useSeconds();
  return (
    <p className="flex items-center justify-between gap-4 rounded-md bg-gold-soft px-4 py-3 text-gold-ink">
      <span className="text-sm">{t('time_left')}</span>
      <span role="timer" className="text-lg font-semibold tnum">
        {countdown(order.expires_ms, now)}
      </span>
    </p>
  );
}

function BankDetails({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const locale = useLocale();
  const { bank, reference, amount, currency } = order;
  if (!bank) return null;
  return (
    <>
      <Rows title={t('bank_details')}>
        <div className="bg-gold-soft text-gold-ink">
          <CopyFact name={t('reference')} value={reference} shown={grouped(reference)} />
          <p className="px-4 pb-3 text-sm">{t('reference_hint')}</p>
        </div>
        <CopyFact
          name={t('amount')}
          value={amount}
          shown={`${formatNumber(amount, { kind: 'full' }, locale)} ${currency}`}
        />
        <CopyFact name={t('beneficiary')} value={bank.beneficiary} />
        <CopyFact name={t('account_number')} value={bank.account_number} />
        <CopyFact name={t('bic')} value={bank.swift} />
        {bank.routing !== null && <CopyFact name={t('routing')} value={bank.routing} />}
        <CopyFact name={t('bank_name')} value={bank.bank_name} />
        <CopyFact name={t('bank_address')} value={bank.bank_address} />
      </Rows>
    </>
  );
}

function PayByProvider({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const refusal = useRefusal();
  const pay = useAction('otc/pay', {
    ...refusal.action,
    onDone: ({ url }) => window.location.assign(url),
  });
  return (
    <section className="flex flex-col gap-3 rounded-lg bg-surface p-4">
      <p className="text-base text-muted">{t('pay_page')}</p>
      <FormError text={refusal.text} />
      <Button size="lg" wide busy={pay.isPending} onClick={() => pay.mutate({ id: order.id })}>
        {t('pay_now')}
      </Button>
    </section>
  );
}

function Cancel({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const question = useQuestion();
  const cancel = useAction('otc/cancel', {
    ...question.action,
    invalidates: ['otc/order_detail', 'otc/orders'],
    onDone: question.close,
  });
  return (
    <>
      <Button variant="quiet" wide onClick={question.ask}>
        {t('cancel')}
      </Button>
      <Dialog
        {...question.dialog}
        title={t('cancel')}
        confirm={t('cancel')}
        cancels
        variant="danger"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: order.id })}
      >
        {t('cancel_sure')}
      </Dialog>
    </>
  );
}

function Head({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const meaning = useMeaning(order);
  return (
    <section className="rounded-lg bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={order.state} dispute={order.dispute} />
        {order.simulated && <Badge intent="info">{t('simulated')}</Badge>}
      </p>
      <p className="mt-2 text-2xl font-semibold">
        <Num value={order.received} unit="USDT" />
      </p>
      {meaning !== '' && <p className="mt-1 text-base text-muted">{meaning}</p>}
      <dl className="mt-4 flex flex-col gap-2 text-base">
        <Fact name={t(order.state === 'successful' ? 'paid' : 'amount')}>
          <Num value={order.amount} unit={order.currency} />
        </Fact>
        {order.ordered_amount !== null && (
          <Fact name={t('ordered')}>
            <Num value={order.ordered_amount} unit={order.currency} />
          </Fact>
        )}
        <Fact name={t('price')}>
          1 USDT = <Num value={order.price} unit={order.currency} />
        </Fact>
        <Fact name={t('method')}>{t(order.method)}</Fact>
        {order.bank === null && <Fact name={t('reference')}>{grouped(order.reference)}</Fact>}
        <Fact name={t('payer')}>{order.payer.full_name}</Fact>
      </dl>
    </section>
  );
}

/** Links from an order that has ended. */
function Onward({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  switch (order.state) {
    case 'to_be_paid':
    case 'proof_sent':
      return null;
    case 'successful':
      return (
        <LinkButton size="lg" to="/pages/fund/assets">
          {t('to_assets')}
        </LinkButton>
      );
    case 'rejected':
    case 'expired':
    case 'cancelled':
    case 'refunded':
      return (
        <LinkButton variant="plain" size="lg" to="/pages/otc/otc" replace>
          {t('again')}
        </LinkButton>
      );
  }
}

/** Steps of the purchase and of its disputes, by time. */
function useTimeline(order: Order) {
  const t = useText(otcText);
  const ofOrder = order.steps.map(({ state, at_ms }) => ({
    name: t(state === 'to_be_paid' ? 'placed' : (state as Order['state'])),
    at_ms,
  }));
  const ofDisputes = order.disputes.flatMap(({ steps, answers }) => [
    ...steps.map(({ step, at_ms }) => ({ name: t(`dispute_${step}`), at_ms })),
    ...answers.map(({ at_ms }) => ({ name: t('answered'), at_ms })),
  ]);
  return [...ofOrder, ...ofDisputes].toSorted((a, b) => a.at_ms - b.at_ms);
}

function Content({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const open = order.state === 'to_be_paid';
  const timeline = useTimeline(order);
  return (
    <div className="flex flex-col gap-5 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-5">
        {open && <TimeLeft order={order} />}
        <Head order={order} />
        {open && (order.method === 'swift' ? <BankDetails order={order} /> : <PayByProvider order={order} />)}
        {open && order.method === 'swift' && <Proof id={order.id} />}
        {order.state === 'proof_sent' && <BankDetails order={order} />}
        {order.disputes.map((dispute) => (
          <DisputePart key={dispute.id} dispute={dispute} />
        ))}
      </div>
      <div className="flex flex-col gap-5">
        <Steps title={t('steps')} steps={timeline} />
        <Onward order={order} />
        {open && <Cancel order={order} />}
      </div>
    </div>
  );
}

/** One purchase with its state and next step. */
export function OrderScreen({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const order = useGet('otc/order_detail', { id }, { everyMs: LOOK_MS, freshMs: 0 });
  return (
    <Page title={t('order')} back="/pages/otc/otc">
      <Loaded query={order}>{(data) => <Content order={data} />}</Loaded>
    </Page>
  );
}
