import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { copyText } from '../../lib/copy.ts';
import { formatTime } from '../../lib/format.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Button, Dialog, Loaded, Num, Page, Rows } from '../../ui/index.ts';
import { countdown, grouped } from './offer.ts';
import type { Order } from './offer.ts';
import { Proof } from './Proof.tsx';
import { StateBadge, useMeaning } from './State.tsx';
import { otcText } from './text.ts';

const SECOND_MS = 1_000;
/** A payment may arrive while the screen is open. */
const LOOK_MS = 10_000;

/** The time to the second while something runs out. */
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

/** A detail with a button that copies it. */
function Detail({
  name,
  value,
  shown = value,
}: {
  readonly name: string;
  readonly value: string;
  readonly shown?: string;
}) {
  const t = useText(otcText);
  return (
    <div className="flex items-center gap-2 ps-4 pe-1 py-1">
      <span className="min-w-0 flex-1 py-1.5">
        <span className="block text-xs text-muted">{name}</span>
        <span className="block text-base font-medium wrap-anywhere tnum">{shown}</span>
      </span>
      <button
        type="button"
        aria-label={t('copy', { what: name })}
        onClick={() => void copyText(value)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-gold-ink active:bg-raised"
      >
        <Copy className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}

function BankDetails({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const { bank, reference, amount, currency } = order;
  if (!bank) return null;
  return (
    <>
      <Rows>
        <Detail name={t('reference')} value={reference} shown={grouped(reference)} />
        <p className="px-4 py-3 text-sm text-muted">{t('reference_hint')}</p>
      </Rows>
      <Rows title={t('bank_details')}>
        <Detail name={t('amount')} value={amount} shown={`${amount} ${currency}`} />
        <Detail name={t('beneficiary')} value={bank.beneficiary} />
        <Detail name={t('account_number')} value={bank.account_number} />
        <Detail name={t('bic')} value={bank.swift} />
        {bank.routing !== null && <Detail name={t('routing')} value={bank.routing} />}
        <Detail name={t('bank_name')} value={bank.bank_name} />
        <Detail name={t('bank_address')} value={bank.bank_address} />
      </Rows>
    </>
  );
}

function PayByProvider({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const pay = useAction('otc/pay', { onDone: ({ url }) => window.location.assign(url) });
  return (
    <section className="flex flex-col gap-3 rounded-lg bg-surface p-4">
      <p className="text-base text-muted">{t('pay_page')}</p>
      <Button size="lg" wide busy={pay.isPending} onClick={() => pay.mutate({ id: order.id })}>
        {t('pay_now')}
      </Button>
    </section>
  );
}

function Cancel({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const [asking, setAsking] = useState(false);
  const cancel = useAction('otc/cancel', {
    outdates: ['otc/order_detail', 'otc/orders'],
    onDone: () => setAsking(false),
    onRefused: () => setAsking(false),
  });
  return (
    <>
      <Button look="quiet" wide onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      <Dialog
        open={asking}
        title={t('cancel')}
        confirm={t('cancel')}
        look="danger"
        busy={cancel.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate({ id: order.id })}
      >
        {t('cancel_sure')}
      </Dialog>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5 text-base">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  );
}

function Head({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const meaning = useMeaning(order);
  return (
    <section className="rounded-lg bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={order.state} />
        {order.simulated && <Badge tone="info">{t('simulated')}</Badge>}
      </p>
      <p className="mt-2 text-2xl font-semibold">
        <Num value={order.received} unit="USDT" />
      </p>
      {meaning !== '' && <p className="mt-1 text-base text-muted">{meaning}</p>}
      <dl className="mt-3">
        <Fact name={t('amount')}>
          <Num value={order.amount} unit={order.currency} />
        </Fact>
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

type State = Order['state'];

/** How the order came to where it is. */
function Steps({ order }: { readonly order: Order }) {
  const t = useText(otcText);
  const locale = useLocale();
  return (
    <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
      {order.steps.map(({ state, at_ms }) => (
        <li key={state}>
          <span className="block text-base font-medium">{t(state as State)}</span>
          <span className="block text-xs text-muted">{formatTime(at_ms, locale)}</span>
        </li>
      ))}
    </ol>
  );
}

function Content({ order }: { readonly order: Order }) {
  const open = order.state === 'to_be_paid';
  return (
    <div className="flex flex-col gap-5">
      {open && <TimeLeft order={order} />}
      <Head order={order} />
      {open && (order.method === 'swift' ? <BankDetails order={order} /> : <PayByProvider order={order} />)}
      {open && order.method === 'swift' && <Proof id={order.id} />}
      {order.state === 'proof_sent' && <BankDetails order={order} />}
      <Steps order={order} />
      {open && <Cancel order={order} />}
    </div>
  );
}

/** One purchase: what is to be done, and how it stands. */
export function OrderScreen({ id }: { readonly id: number }) {
  const t = useText(otcText);
  const order = useGet('otc/order_detail', { id }, { everyMs: LOOK_MS, freshMs: 0 });
  return (
    <Page title={t('order')} back="/pages/otc/otc">
      <Loaded of={order}>{(data) => <Content order={data} />}</Loaded>
    </Page>
  );
}
