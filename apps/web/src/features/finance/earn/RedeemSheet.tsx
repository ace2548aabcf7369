import { amount, format, parse } from '@karat/money';
import { useState } from 'react';
import { BALANCES } from '../../../lib/balances.ts';
import { colonOf, formatNumber } from '../../../lib/format.ts';
import { parseDecimal } from '../../../lib/parse-decimal.ts';
import { useAction, useGet } from '../../../lib/query.ts';
import { useRefusal } from '../../../lib/server-errors.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { useProblemText } from '../../../ui/amount/index.ts';
import {
  AmountField,
  Button,
  Callout,
  Fact,
  Form,
  Loaded,
  Num,
  Sheet,
  FormError,
} from '../../../ui/index.ts';
import { EARN_READS } from './offer.ts';
import type { Order } from './offer.ts';
import { earnText } from './text.ts';

/** The part that a typed text redeems; undefined where it is none. */
function partOf(text: string, principal: string): string | undefined {
  const value = parse(text);
  return value !== undefined && value > 0n && value <= amount(principal) ? format(value) : undefined;
}

/** What a redemption of `part` brings and costs at this moment, from the server. */
function Preview({ order, part }: { readonly order: Order; readonly part: string }) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = order.currency_name;
  const input = order.day === 0 ? { id: order.id, amount: part } : { id: order.id };
  const preview = useGet('lh/deposit/order_preview', input, { freshMs: 0, keep: true });
  return (
    <Loaded query={preview}>
      {({ days_left, penalty, arrives, forgone, due, principal }) => (
        <>
          <dl className="flex flex-col gap-2 text-base">
            <Fact name={t('principal')}>
              <Num value={principal} unit={unit} />
            </Fact>
            {order.day > 0 && (
              <>
                <Fact name={t('days_left')}>{days_left}</Fact>
                <Fact name={t('penalty')}>
                  <Num value={`-${penalty}`} unit={unit} intent="auto" />
                </Fact>
                <Fact name={t('forgone')}>
                  <Num value={forgone} unit={unit} />
                </Fact>
              </>
            )}
            {due !== '0' && (
              <Fact name={t('yield_term')}>
                <Num value={due} unit={unit} signed intent="auto" />
              </Fact>
            )}
            <Fact name={t('arrives')} className="text-lg font-semibold">
              <Num value={arrives} unit={unit} />
            </Fact>
          </dl>
          {penalty !== '0' && (
            <Callout intent="bad">
              {t('redeem_loss', {
                penalty: formatNumber(penalty, { kind: 'full' }, locale),
                currency: unit,
              })}
            </Callout>
          )}
        </>
      )}
    </Loaded>
  );
}

function RedeemForm({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const t = useText(earnText);
  const locale = useLocale();
  const unit = order.currency_name;
  const problemText = useProblemText(unit);
  const isFlexible = order.day === 0;
  const [text, setText] = useState(order.principal);
  const part = partOf(parseDecimal(text, locale), order.principal);
  const refusal = useRefusal();
  const options = {
    ...refusal.action,
    invalidates: [...EARN_READS, ...BALANCES],
    onDone: (after: Order) => {
      const arrived = format(amount(amount(after.returned) - amount(order.returned)));
      toast(
        t('redeemed_toast', { amount: formatNumber(arrived, { kind: 'full' }, locale), currency: unit }),
        'good',
      );
      onClose();
    },
  };
  const redeem = useAction('lh/deposit/redeem', options);
  const cancel = useAction('lh/deposit/order/cancel', options);
  const submit = (): void => {
    if (!isFlexible) cancel.mutate({ id: order.id });
    else if (part !== undefined)
      redeem.mutate(part === order.principal ? { id: order.id } : { id: order.id, amount: part });
  };
  return (
    <Form onSubmit={submit} className="gap-4 px-5 pb-4">
      {isFlexible && (
        <AmountField
          label={t('amount')}
          value={text}
          onValue={(entered) => {
            refusal.forget();
            setText(entered);
          }}
          unit={unit}
          error={part === undefined ? problemText({ type: 'above_max', limit: order.principal }) : null}
          all={{ label: t('redeem_all'), take: () => setText(order.principal) }}
        />
      )}
      {part !== undefined && <Preview order={order} part={part} />}
      <p className="text-xs text-muted">
        {t('paid_into')}
        {colonOf(locale)}
        {t('exchange_account', { currency: unit })}
      </p>
      <FormError text={refusal.text} />
      <Button
        type="submit"
        size="lg"
        wide
        disabled={part === undefined}
        busy={redeem.isPending || cancel.isPending}
      >
        {t(isFlexible ? 'redeem' : 'redeem_early')}
      </Button>
    </Form>
  );
}

/** Redeems an order: the exact figures first, then the action. */
export function RedeemSheet({
  order,
  open,
  onClose,
}: {
  readonly order: Order;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useText(earnText);
  return (
    <Sheet open={open} title={t(order.day === 0 ? 'redeem' : 'redeem_early')} onClose={onClose}>
      <RedeemForm order={order} onClose={onClose} />
    </Sheet>
  );
}
