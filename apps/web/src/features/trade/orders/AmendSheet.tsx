import { ORDER_SIDE } from '@karat/contract';
import { amount, format, isMultipleOf, minus, mulDown, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { useState } from 'react';
import { useMarkets } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, Num, Sheet } from '../../../ui/index.ts';
import { termsOf } from '../market.ts';
import { tradeText } from '../text.ts';
import { cleaned, decimalsIn, readAmount, readPrice } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { INVALIDATED, useFunds, useOwnOrders } from './use-own-orders.ts';
import { withOrder } from './own-orders-store.ts';
import type { Order } from './own-orders-store.ts';

const REFUSALS = {
  byCode: {
    insufficient_balance: 'amount',
    quantity_lot: 'amount',
    notional_too_small: 'amount',
    order_too_large: 'amount',
    amend_invalid: 'amount',
    price_invalid: 'price',
    price_tick: 'price',
    price_outside_band: 'price',
    would_take: 'price',
  },
  byName: () => undefined,
} as const;

/** What is entered, as amounts. */
interface Entered {
  readonly at: Price;
  readonly total: Amount;
}

/** Errors of the two fields while they are edited. */
function useProblems(order: Order, market: Quotation, { at, total }: Entered) {
  const t = useText(tradeText);
  const locale = useLocale();
  const funds = useFunds(market.currency_id, market.legal_id);
  const { lot, tick, minNotional } = termsOf(market);
  const shown = (value: Amount | Price): string => formatNumber(format(value), { kind: 'full' }, locale);
  const done = readAmount(order.filled);
  const rest = minus(total, done);
  const buys = order.type === ORDER_SIDE.buy;
  const old = minus(readAmount(order.amount ?? '0'), done);
  const cost = (quantity: Amount, price: Price): Amount => (buys ? mulDown(quantity, price) : quantity);
  const available =
    funds && plus(funds[buys ? 'quote' : 'base'], cost(old, readPrice(order.target_price ?? '0')));
  const ofPrice =
    at === 0n
      ? t('enter_price')
      : isMultipleOf(at, tick)
        ? undefined
        : t('price_step', { step: shown(tick) });
  const ofAmount =
    total === 0n
      ? t('enter_amount')
      : !isMultipleOf(total, lot)
        ? t('amount_step', { step: shown(lot) })
        : total <= done
          ? t('amend_above_filled', { amount: shown(done) })
          : mulDown(rest, at) < minNotional
            ? t('least', { least: shown(minNotional), currency: market.legal_name })
            : available !== undefined && cost(rest, at) > available
              ? t('not_enough', { currency: buys ? market.legal_name : market.currency_name })
              : undefined;
  return { ofPrice, ofAmount, worth: mulDown(rest, at) };
}

interface FormProps {
  readonly order: Order;
  readonly market: Quotation;
  /** Suggested in place of the own price. */
  readonly price: string | undefined;
  readonly onClose: () => void;
}

/** What is entered, its errors, and the call. */
function useAmend({ order, market, price: suggested, onClose }: FormProps) {
  const t = useText(tradeText);
  const [price, setPrice] = useState(suggested ?? order.target_price ?? '');
  const [size, setSize] = useState(order.amount ?? '');
  const refused = useServerErrors<'price' | 'amount'>(REFUSALS);
  const action = useAction('coin/amend', {
    quiet: true,
    invalidates: INVALIDATED,
    onRefused: refused.onRefused,
    onDone: (reply) => {
      useOwnOrders.setState((own) => withOrder(own, reply));
      toast(t('order_changed'), 'good');
      onClose();
    },
  });
  const { lot, tick } = termsOf(market);
  const at = readPrice(price);
  const total = readAmount(size);
  const problems = useProblems(order, market, { at, total });
  const [oldAt, oldTotal] = [readPrice(order.target_price ?? '0'), readAmount(order.amount ?? '0')];
  const same = at === oldAt && total === oldTotal;
  const keepsPlace = at === oldAt && total < oldTotal;
  const stepped = (value: bigint, by: bigint, up: boolean): string => {
    const next = up ? value + by : value - by;
    return next > 0n ? format(amount(next)) : '';
  };
  const change = (set: (text: string) => void) => (text: string) => {
    refused.forget();
    set(text);
  };
  const send = (): void =>
    action.mutate({
      id: order.id,
      amount: format(total),
      ...(keepsPlace ? {} : { target_price: format(at) }),
    });
  return {
    price: {
      value: price,
      onText: change((raw) => setPrice(cleaned(raw, decimalsIn(tick)))),
      onStep: (up: boolean) => change(setPrice)(stepped(at, tick, up)),
      error: problems.ofPrice ?? refused.errorOf('price') ?? undefined,
    },
    amount: {
      value: size,
      onText: change((raw) => setSize(cleaned(raw, decimalsIn(lot)))),
      onStep: (up: boolean) => change(setSize)(stepped(total, lot, up)),
      error: problems.ofAmount ?? refused.errorOf('amount') ?? undefined,
    },
    worth: problems.worth,
    refused: refused.error,
    keepsPlace: keepsPlace || same,
    ready: !same && problems.ofPrice === undefined && problems.ofAmount === undefined,
    busy: action.isPending,
    send,
  };
}

function Form({ order, market, price, onClose }: FormProps) {
  const t = useText(tradeText);
  const amend = useAmend({ order, market, price, onClose });
  return (
    <div className="flex flex-col gap-3 px-5 pb-5">
      <NumberField label={t('limit_price')} unit={<span>({market.legal_name})</span>} {...amend.price} />
      <NumberField label={t('amount')} unit={<span>({market.currency_name})</span>} {...amend.amount} />
      <dl className="flex flex-col gap-1 text-sm">
        <Fact name={t('filled')}>
          <Num value={order.filled} unit={market.currency_name} />
        </Fact>
        <Fact name={t('total')}>
          <Num value={format(amend.worth)} unit={market.legal_name} />
        </Fact>
      </dl>
      <p className="text-xs text-muted">{t(amend.keepsPlace ? 'amend_keeps' : 'amend_moves')}</p>
      <FormError text={amend.refused} />
      <Button wide busy={amend.busy} disabled={!amend.ready} onClick={amend.send}>
        {t('amend_confirm')}
      </Button>
    </div>
  );
}

/** Changes price and quantity of an open limit order; `price` is suggested in place of its own. */
export default function AmendSheet({
  order,
  price,
  onClose,
}: {
  readonly order: Order;
  readonly price?: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useText(tradeText);
  const market = useMarkets().data?.find(({ id }) => id === order.match_id);
  return (
    <Sheet open onClose={onClose} title={t('amend_title')}>
      {market && <Form order={order} market={market} price={price} onClose={onClose} />}
    </Sheet>
  );
}
