import { UNIT, amount, format, isMultipleOf, minus, plus, price, rate } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { estimateOrder, isLimitReached } from '@karat/rules';
import type { OrderEstimate } from '@karat/rules';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, Num, Sheet } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { cleaned, readAmount, readPrice } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import type { ChangeProps } from './ReverseSheet.tsx';
import { INVALIDATED, accountBefore, sideOf } from './use-positions.ts';
import { liquidationAt } from './liquidation.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { termsOf } from './ticket-form.ts';

interface Entered {
  readonly target: Price;
  readonly lots: Amount;
}

/** Estimate of the order with other values; what it holds now counts as available. Undefined without an index or a value. */
function estimateOf(props: ChangeProps, entered: Entered): OrderEstimate | undefined {
  const { position, market, deal, indexes } = props;
  const index = indexes.get(position.match_id);
  const account = accountBefore(deal, indexes, position.match_id);
  const draftOf = ({ target, lots }: Entered, at: Price) => ({
    side: sideOf(position),
    mode: position.margin_mode,
    multiple: position.multiple,
    ...{ index: at, target, lots },
  });
  if (index === undefined || entered.target === 0n || entered.lots === 0n) return undefined;
  const old = { target: price(position.target_price ?? '0'), lots: amount(position.share) };
  // Spread and fee are those of the order, which a change keeps.
  const kept = { spread: price(position.spread), feeRate: rate(position.fee_rate) };
  const terms = { ...termsOf(market), ...kept };
  const held = estimateOrder(draftOf(old, price(index)), terms, account);
  const freed = { ...account, available: plus(account.available, held.cost) };
  return estimateOrder(draftOf(entered, price(index)), terms, freed);
}

/** Errors of the two fields while they are edited. */
function useProblems(props: ChangeProps, { target, lots }: Entered, estimate: OrderEstimate | undefined) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const locale = useLocale();
  const { market, deal } = props;
  const { min, max } = deal.lever_share_limit;
  const shown = (value: string): string => formatNumber(value, { kind: 'full' }, locale);
  const ofPrice =
    target === 0n
      ? trade('enter_price')
      : isMultipleOf(target, price(market.tick))
        ? undefined
        : trade('price_step', { step: shown(market.tick) });
  const isOwnMarket = deal.match_id === market.id;
  const ofLots =
    lots === 0n
      ? trade('enter_amount')
      : isOwnMarket && lots < amount(min)
        ? t('below_lot', { lots: shown(min) })
        : isOwnMarket && lots > amount(max)
          ? t('above_max', { lots: shown(max) })
          : estimate !== undefined && estimate.after < 0n
            ? t('insufficient')
            : undefined;
  return { ofPrice, ofLots };
}

const REFUSALS = {
  byCode: {
    price_tick: 'price',
    target_price_invalid: 'price',
    stop_side_wrong: 'price',
    lots_invalid: 'lots',
    insufficient_balance: 'lots',
    exposure_full: 'lots',
    user_limit: 'lots',
  },
  byName: () => undefined,
} as const;

interface AmendProps extends ChangeProps {
  /** Suggested in place of its own price. */
  readonly suggested?: string | undefined;
}

/** What is entered, its errors, and the call. */
function useAmend(props: AmendProps) {
  const t = useText(contractText);
  const { position, market, suggested, onClose } = props;
  const before = { target: readPrice(position.target_price ?? '0'), lots: readAmount(position.share) };
  const [target, setTarget] = useState(suggested ?? position.target_price ?? '');
  const [lots, setLots] = useState(position.share);
  const refused = useServerErrors<'price' | 'lots'>(REFUSALS);
  const action = useAction('lever/amend', {
    quiet: true,
    onRefused: refused.onRefused,
    invalidates: INVALIDATED,
    onDone: () => {
      toast(t('order_amended'), 'good');
      onClose();
    },
  });
  const entered = { target: readPrice(target), lots: readAmount(lots) };
  const estimate = estimateOf(props, entered);
  const { ofPrice, ofLots } = useProblems(props, entered, estimate);
  const same = entered.target === before.target && entered.lots === before.lots;
  const stepped = <T extends bigint>(value: T, by: T, up: boolean): string => {
    const next = up ? plus(value, by) : minus(value, by);
    return next > 0n ? format(amount(next)) : '';
  };
  const change = (set: (text: string) => void, decimals: number) => (text: string) => {
    refused.forget();
    set(cleaned(text, decimals));
  };
  const onPrice = change(setTarget, tickDecimals(market));
  const onLots = change(setLots, 0);
  return {
    price: {
      value: target,
      onText: onPrice,
      onStep: (up: boolean) => onPrice(stepped(entered.target, price(market.tick), up)),
      error: ofPrice ?? refused.errorOf('price') ?? undefined,
    },
    lots: {
      value: lots,
      onText: onLots,
      onStep: (up: boolean) => onLots(stepped(entered.lots, amount(UNIT), up)),
      error: ofLots ?? refused.errorOf('lots') ?? undefined,
    },
    target: entered.target,
    estimate,
    refused: refused.error,
    ready: !same && ofPrice === undefined && ofLots === undefined,
    busy: action.isPending,
    send: () => action.mutate({ id: position.id, target_price: target, share: lots }),
  };
}

/** Changes price and lots of a waiting order, with what it will hold. */
export default function AmendOrderSheet(props: AmendProps) {
  const { position, market, indexes, onClose } = props;
  const t = useText(contractText);
  const trade = useText(tradeText);
  const { target, estimate, ...amend } = useAmend(props);
  const index = indexes.get(position.match_id);
  const unit = quoteOf(position.symbol);
  const fills =
    index !== undefined &&
    target > 0n &&
    isLimitReached(sideOf(position), price(index), price(position.spread), target);
  const decimals = tickDecimals(market);
  const paid = (value: Amount | undefined, decimals = 2) => (
    <Num value={value === undefined ? null : format(value)} form="cost" decimals={decimals} unit={unit} />
  );
  return (
    <Sheet open onClose={onClose} title={t('amend_title', { symbol: position.symbol })}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <NumberField label={trade('limit_price')} unit={unit} {...amend.price} />
        <NumberField label={t('lots')} unit="" {...amend.lots} />
        <dl className="flex flex-col gap-2 text-sm" aria-live="polite">
          <Fact name={t('index')}>
            <Num value={index ?? null} form="tick" decimals={decimals} unit={unit} flash />
          </Fact>
          <Fact name={t('margin')}>{paid(estimate?.margin)}</Fact>
          <Fact name={trade('est_fee')}>{paid(estimate?.fee, 4)}</Fact>
          <Fact name={t('liquidation')}>
            <Num
              value={
                estimate?.liquidation === undefined
                  ? null
                  : format(liquidationAt(estimate.liquidation, estimate.price, decimals))
              }
              form="tick"
              decimals={decimals}
              unit={unit}
            />
          </Fact>
          {estimate && estimate.after >= 0n && (
            <Fact name={trade('balance_after')}>
              <Num value={format(estimate.after)} form="fixed" unit={unit} />
            </Fact>
          )}
        </dl>
        {fills && (
          <p role="status" className="text-xs text-gold-ink">
            {t('amend_fills')}
          </p>
        )}
        <FormError text={amend.refused} />
        <Button wide busy={amend.busy} disabled={!amend.ready} onClick={amend.send}>
          {t('amend_confirm')}
        </Button>
      </div>
    </Sheet>
  );
}
