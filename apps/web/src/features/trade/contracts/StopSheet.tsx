import { POSITION_STATUS } from '@karat/contract';
import { ceilToStep, floorToStep, format, price } from '@karat/money';
import { areStopsValid } from '@karat/rules';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { useMarkets, usePriceDecimals } from '../../../lib/markets.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, MarketPrice, Num, Sheet, Tabs } from '../../../ui/index.ts';
import { setTrade, useTradeSettings } from '../settings.ts';
import type { StopsBy } from '../settings.ts';
import { cleaned } from '../ticket/form.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import { isBeyondLiquidation, shownLiquidation } from './liquidation.ts';
import { sideOf, positionValueOf } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { openOf, resultAt } from './close-result.ts';
import { levelOf, percentAt, percentBound, percentOfText } from './stop-levels.ts';
import type { StopBasis, StopField } from './stop-levels.ts';
import { PERCENT_DECIMALS, stopsByItems } from './stops-by.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { priceOf } from './ticket-form.ts';

const shown = (text: string): string => (text === '0' ? '' : text);

/** Errors of stops on the wrong side of the index, or of the price of a pending order. */
function useStopErrors(
  position: Position,
  index: string | undefined,
  entered: { readonly takeProfit: string; readonly stopLoss: string },
) {
  const t = useText(contractText);
  const locale = useLocale();
  const tick = useMarketOf(position)?.tick;
  const pending = position.status === POSITION_STATUS.pending;
  const at = pending ? position.target_price : (index ?? null);
  const side = sideOf(position);
  const isLong = side === 'long';
  const errorOf = (field: 'takeProfit' | 'stopLoss'): string | undefined => {
    const level = priceOf(entered[field]);
    if (at === null || level === undefined) return undefined;
    if (areStopsValid(side, price(at), { takeProfit: undefined, stopLoss: undefined, [field]: level }))
      return undefined;
    const above = (field === 'takeProfit') === isLong;
    // The index has more decimals than a stop may have: the bound lies on the tick that is refused last.
    const bound =
      tick === undefined ? at : format((above ? floorToStep : ceilToStep)(price(at), price(tick)));
    const shown = { price: formatNumber(bound, { kind: 'full' }, locale) };
    return t(`stop_${above ? 'above' : 'below'}_${side}`, shown);
  };
  return { takeProfit: errorOf('takeProfit'), stopLoss: errorOf('stopLoss') };
}

interface StopSheetProps {
  readonly position: Position;
  readonly index: string | undefined;
  /** Level of a stop in place of its own. */
  readonly suggested?: { readonly field: StopField; readonly price: string } | undefined;
  readonly onClose: () => void;
}

const useMarketOf = (position: Position): Quotation | undefined =>
  useMarkets().data?.find(({ id }) => id === position.match_id);

/** What percentages of the position are converted with; undefined until its market is known. */
function useStopBasis(position: Position): StopBasis | undefined {
  const market = useMarketOf(position);
  return (
    market && {
      side: sideOf(position),
      entry: price(openOf(position)),
      tick: price(market.tick),
      multiple: position.multiple,
      spread: price(position.spread),
    }
  );
}

/** How the stops are given: the last choice, or by price until percentages can be converted. */
function useStopsBy(basis: StopBasis | undefined) {
  const chosen = useTradeSettings((settings) => settings.stopsBy);
  const by = basis === undefined ? 'price' : chosen;
  return { by, percents: by === 'price' || !basis ? undefined : { by, basis } };
}

type Percents = ReturnType<typeof useStopsBy>['percents'];

/**
 * The price of a stop and what its field shows. A percentage that is typed sets the price; a price that is not typed as one is
 * shown as its percentage and stays as it is.
 */
function useStopField(field: StopField, before: string, suggested: StopSheetProps['suggested']) {
  const [level, setLevel] = useState(suggested?.field === field ? suggested.price : before);
  const [typed, setTyped] = useState<string | null>(null);
  const textOf = (percents: Percents): string => {
    if (!percents) return level;
    if (typed !== null) return typed;
    const at = priceOf(level);
    return at === undefined ? '' : format(percentAt(percents.basis, percents.by, field, at));
  };
  const take = (text: string, percents: Percents): void => {
    if (!percents) return setLevel(text);
    const percent = cleaned(text, PERCENT_DECIMALS);
    const at = levelOf(percents.basis, percents.by, field, percent);
    setTyped(percent);
    setLevel(at === undefined ? '' : format(at));
  };
  const isLost = level === '' && typed !== null && percentOfText(typed) !== undefined;
  return { level, textOf, take, isLost, forget: (): void => setTyped(null) };
}

/** The entered stops, their errors, and the call. */
function useStops({ position, index, suggested, onClose }: StopSheetProps) {
  const t = useText(contractText);
  const before = [shown(position.target_profit_price), shown(position.stop_loss_price)] as const;
  const { by, percents } = useStopsBy(useStopBasis(position));
  const takeProfit = useStopField('takeProfit', before[0], suggested);
  const stopLoss = useStopField('stopLoss', before[1], suggested);
  const refused = useServerErrors<'stopLoss'>({
    byCode: { stop_side_wrong: 'stopLoss', price_tick: 'stopLoss' },
    byName: () => undefined,
  });
  const action = useAction('lever/setstop', {
    quiet: true,
    onRefused: refused.onRefused,
    invalidates: ['lever/deal'],
    onDone: () => {
      toast(t('stops_saved'), 'good');
      onClose();
    },
  });
  const changed = { takeProfit: takeProfit.level !== before[0], stopLoss: stopLoss.level !== before[1] };
  const errors = useStopErrors(position, index, {
    // Unchanged stops may have been passed already.
    takeProfit: changed.takeProfit ? takeProfit.level : '',
    stopLoss: changed.stopLoss ? stopLoss.level : '',
  });
  const lost = t('stop_percent_max', {
    percent: percents ? percentBound(percents.by, position.multiple) : 0,
  });
  const errorOf = (stop: typeof takeProfit, error: string | undefined) => (stop.isLost ? lost : error);
  const fieldOf = (stop: typeof takeProfit) => ({
    value: stop.textOf(percents),
    onText: (text: string): void => {
      refused.forget();
      stop.take(text, percents);
    },
  });
  const save = (): void => {
    // Unchanged stops are not sent: the price may have passed one meanwhile, which is about to be filled.
    action.mutate({
      id: position.id,
      ...(changed.takeProfit ? { target_profit_price: takeProfit.level || '0' } : {}),
      ...(changed.stopLoss ? { stop_loss_price: stopLoss.level || '0' } : {}),
    });
  };
  const wrong = {
    takeProfit: errorOf(takeProfit, errors.takeProfit),
    stopLoss: errorOf(stopLoss, errors.stopLoss),
  };
  return {
    by,
    onBy: (stopsBy: StopsBy): void => {
      setTrade({ stopsBy });
      takeProfit.forget();
      stopLoss.forget();
    },
    levels: { takeProfit: takeProfit.level, stopLoss: stopLoss.level },
    takeProfit: { ...fieldOf(takeProfit), error: wrong.takeProfit },
    stopLoss: { ...fieldOf(stopLoss), error: wrong.stopLoss ?? refused.errorOf('stopLoss') ?? undefined },
    refused: refused.error,
    ready:
      (changed.takeProfit || changed.stopLoss) &&
      wrong.takeProfit === undefined &&
      wrong.stopLoss === undefined,
    busy: action.isPending,
    save,
  };
}

/** What a stop brings: its price, where that was not typed, and the result. */
function StopFigures({
  name,
  result,
  level,
  position,
  withPrice,
  isLost = false,
}: {
  readonly name: string;
  readonly result: string;
  /** The position is liquidated before: there is no result. */
  readonly isLost?: boolean;
  readonly level: string;
  readonly position: Position;
  readonly withPrice: boolean;
}) {
  const trade = useText(tradeText);
  const unit = quoteOf(position.symbol);
  if (level === '') return null;
  return (
    <>
      {withPrice && (
        <Fact name={`${name} · ${trade('limit_price')}`}>
          <MarketPrice market={position.match_id} value={level} unit={unit} />
        </Fact>
      )}
      <Fact name={result}>
        <Num
          value={isLost ? null : resultAt(position, level)}
          form="result"
          signed
          intent="auto"
          unit={unit}
        />
      </Fact>
    </>
  );
}

/** The prices that stops are compared with. */
function Levels({ position, index }: Pick<StopSheetProps, 'position' | 'index'>) {
  const t = useText(contractText);
  const inQuote = { market: position.match_id, unit: quoteOf(position.symbol) };
  const liquidation = shownLiquidation(position, usePriceDecimals(position.match_id));
  return (
    <dl className="flex flex-col gap-2 text-sm">
      <Fact name={t('open_price')}>
        <MarketPrice {...inQuote} value={openOf(position)} />
      </Fact>
      <Fact name={t('mark')}>
        <MarketPrice {...inQuote} value={positionValueOf(position, index).mark} flash />
      </Fact>
      {liquidation !== null && (
        <Fact name={t('liquidation')}>
          <MarketPrice {...inQuote} value={liquidation} />
        </Fact>
      )}
    </dl>
  );
}

/** Results at both stops, and that a stop-loss beyond the liquidation price never triggers. */
function Results({
  levels,
  ...figures
}: {
  readonly levels: Readonly<Record<StopField, string>>;
  readonly position: Position;
  readonly withPrice: boolean;
}) {
  const t = useText(contractText);
  const stop = priceOf(levels.stopLoss);
  const isLost = stop !== undefined && isBeyondLiquidation(figures.position, stop);
  return (
    <>
      <dl className="flex flex-col gap-2 text-sm" aria-live="polite">
        <StopFigures name={t('take_profit')} result={t('at_tp')} level={levels.takeProfit} {...figures} />
        <StopFigures
          name={t('stop_loss')}
          result={t('at_sl')}
          level={levels.stopLoss}
          isLost={isLost}
          {...figures}
        />
      </dl>
      {isLost && (
        <p role="status" className="text-sm text-down-ink">
          {t('stop_beyond')}
        </p>
      )}
    </>
  );
}

/** Sets take-profit and stop-loss; an empty field removes it. */
export default function StopSheet(props: StopSheetProps) {
  const { position, index, onClose } = props;
  const t = useText(contractText);
  const trade = useText(tradeText);
  const stops = useStops(props);
  const unit = quoteOf(position.symbol);
  const byPrice = stops.by === 'price';
  return (
    <Sheet open onClose={onClose} title={t('set_stops')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <Levels position={position} index={index} />
        <Tabs
          label={t('stops_by')}
          variant="block"
          items={stopsByItems({ t, trade })}
          value={stops.by}
          onChange={stops.onBy}
        />
        <NumberField label={t('take_profit')} unit={byPrice ? unit : '%'} {...stops.takeProfit} />
        <NumberField label={t('stop_loss')} unit={byPrice ? unit : '%'} {...stops.stopLoss} />
        <Results position={position} levels={stops.levels} withPrice={!byPrice} />
        <p className="text-sm text-muted">{t('stops_note')}</p>
        <FormError text={stops.refused} />
        <Button wide busy={stops.busy} disabled={!stops.ready} onClick={stops.save}>
          {t('save')}
        </Button>
      </div>
    </Sheet>
  );
}
