import { MARGIN_CHANGE } from '@karat/contract';
import { ZERO, amount, format, max, mulDivDown, negate, plus, price, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import {
  CONTRACT_DECIMALS,
  isolatedLiquidation,
  isolatedState,
  marginRatio,
  removableMargin,
} from '@karat/rules';
import { useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, Num, Sheet, Slider, Tabs } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { cleaned, readAmount } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import type { ChangeProps } from './ReverseSheet.tsx';
import { liquidationAt } from './liquidation.ts';
import { INVALIDATED, heldPositionOf } from './use-positions.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';

const WAYS = ['add', 'remove'] as const;
type Way = (typeof WAYS)[number];

/** Margin, liquidation price and margin ratio of the position with a margin. */
function riskWith({ position, market, indexes }: ChangeProps, margin: Amount) {
  const index = indexes.get(position.match_id);
  if (index === undefined || margin <= 0n) return { margin, liquidation: null, ratio: null };
  const held = heldPositionOf(position);
  const liquidation = isolatedLiquidation(held, margin, price(index), market.index_decimals);
  return {
    margin,
    liquidation:
      liquidation === undefined
        ? null
        : format(liquidationAt(liquidation, price(index), tickDecimals(market))),
    ratio: marginRatio(isolatedState(held, margin, price(index))) ?? null,
  };
}

/** The most that can be added or taken back now. */
function limitOf({ position, deal, indexes }: ChangeProps, way: Way): Amount {
  if (way === 'add') return max(amount(deal.user_lever), ZERO);
  const index = indexes.get(position.match_id);
  if (index === undefined) return ZERO;
  const held = { ...heldPositionOf(position), multiple: position.multiple };
  return removableMargin(held, amount(position.caution_money), price(index));
}

/** A value now and after the change. */
function Change({
  name,
  now,
  then,
  ...drawn
}: {
  readonly name: string;
  readonly now: string | null;
  readonly then: string | null;
  readonly form?: 'cost' | 'fixed' | 'tick';
  readonly decimals?: number;
  readonly unit?: string;
}) {
  return (
    <Fact name={name}>
      <span className="text-muted">
        <Num value={now} {...drawn} />
        <span aria-hidden="true"> → </span>
      </span>
      <Num value={then} {...drawn} className="font-semibold" />
    </Fact>
  );
}

/** Margin, liquidation price and margin ratio before and after the change. */
function RiskChanges({
  now,
  then,
  market,
}: {
  readonly now: ReturnType<typeof riskWith>;
  readonly then: ReturnType<typeof riskWith>;
  readonly market: Quotation;
}) {
  const t = useText(contractText);
  const unit = market.legal_name;
  return (
    <>
      <Change
        name={t('margin')}
        now={format(now.margin)}
        then={format(then.margin)}
        form="cost"
        unit={unit}
      />
      <Change
        name={t('liquidation')}
        now={now.liquidation}
        then={then.liquidation}
        form="tick"
        decimals={tickDecimals(market)}
        unit={unit}
      />
      <Change name={t('margin_ratio')} now={now.ratio} then={then.ratio} form="fixed" unit="%" />
    </>
  );
}

/** The call, its refusal, and the entered amount. */
function useMarginChange({ position, onClose }: ChangeProps, way: Way) {
  const t = useText(contractText);
  const [text, setText] = useState('');
  const refused = useServerErrors<'amount'>({
    byCode: {
      insufficient_balance: 'amount',
      margin_not_removable: 'amount',
      amount_too_precise: 'amount',
    },
    byName: () => undefined,
  });
  const action = useAction('lever/margin', {
    quiet: true,
    onRefused: refused.onRefused,
    invalidates: INVALIDATED,
    onDone: () => {
      toast(t(way === 'add' ? 'margin_added' : 'margin_removed'), 'good');
      onClose();
    },
  });
  const change = (next: string): void => {
    refused.forget();
    setText(cleaned(next, CONTRACT_DECIMALS));
  };
  const send = (): void => action.mutate({ id: position.id, type: MARGIN_CHANGE[way], amount: text });
  return { text, change, refused, send, busy: action.isPending };
}

/** Adds margin to an isolated position or takes some back, with the resulting liquidation price. */
export default function MarginSheet(props: ChangeProps) {
  const { position, onClose } = props;
  const t = useText(contractText);
  const trade = useText(tradeText);
  const unit = quoteOf(position.symbol);
  const [way, setWay] = useState<Way>('add');
  const { text, change, refused, send, busy } = useMarginChange(props, way);
  const money = readAmount(text);
  const limit = limitOf(props, way);
  const margin = amount(position.caution_money);
  const now = riskWith(props, margin);
  const then = riskWith(props, plus(margin, way === 'add' ? money : negate(money)));
  const tooMuch = money > limit ? t(way === 'add' ? 'insufficient' : 'above_removable') : undefined;
  const percent = limit === 0n ? 0 : Number((money * 100n) / limit);
  return (
    <Sheet open onClose={onClose} title={t('margin_title', { symbol: position.symbol })}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <Tabs
          label={t('margin')}
          variant="block"
          items={WAYS.map((id) => ({ id, label: t(`margin_${id}`) }))}
          value={way}
          onChange={(next) => {
            setWay(next);
            change('');
          }}
        />
        <NumberField
          label={t('amount')}
          unit={unit}
          value={text}
          onText={change}
          error={tooMuch ?? refused.errorOf('amount') ?? undefined}
        />
        <Slider
          label={t(way === 'add' ? 'percent_of_available' : 'percent_of_removable')}
          value={Math.min(100, percent)}
          disabled={limit === 0n}
          onChange={(part) =>
            change(format(roundDown(mulDivDown(limit, BigInt(part), 100n), part === 100 ? 6 : 2)))
          }
        />
        <dl className="flex flex-col gap-2 text-sm" aria-live="polite">
          <Fact name={way === 'add' ? trade('available') : t('removable')}>
            <Num value={format(limit)} form="fixed" unit={unit} />
          </Fact>
          <RiskChanges now={now} then={then} market={props.market} />
        </dl>
        <p className="text-xs text-muted">{t(way === 'add' ? 'margin_add_note' : 'margin_remove_note')}</p>
        <FormError text={refused.error} />
        <Button wide busy={busy} disabled={money === 0n || tooMuch !== undefined} onClick={send}>
          {t(`margin_${way}`)}
        </Button>
      </div>
    </Sheet>
  );
}
