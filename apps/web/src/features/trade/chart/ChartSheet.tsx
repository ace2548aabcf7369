import { useState } from 'react';
import { colonOf } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Button, Rows, Sheet, Switch, Tabs } from '../../../ui/index.ts';
import {
  DEFAULT_PERIODS,
  INDICATORS,
  OVERLAYS,
  PANES,
  PERIOD_MAX,
  SCALES,
  isPeriod,
  setTrade,
  useTradeSettings,
} from '../settings.ts';
import type { Indicator } from '../settings.ts';
import { tradeText } from '../text.ts';
import { NumberField } from '../ticket/NumberField.tsx';

const NAMES = {
  MA: 'ma',
  EMA: 'ema',
  BOLL: 'boll',
  VOL: 'vol',
  MACD: 'macd',
  RSI: 'rsi',
  KDJ: 'kdj',
} as const satisfies Record<Indicator, string>;

/** One period; a text that is no period stays in the field and changes nothing. */
function PeriodField({ name, at }: { readonly name: Indicator; readonly at: number }) {
  const t = useText(tradeText);
  const locale = useLocale();
  const periods = useTradeSettings((settings) => settings.periods);
  const [text, setText] = useState(String(periods[name][at] ?? ''));
  const isDeviation = name === 'BOLL' && at === 1;
  const periodLabel = name === 'BOLL' ? t('period_single') : t('period_number', { number: at + 1 });
  const label = isDeviation ? t('deviations') : periodLabel;
  return (
    <NumberField
      label={`${name}${colonOf(locale)}${label}`}
      short={label}
      unit=""
      value={text}
      onText={(next) => {
        setText(next);
        const period = Number(next);
        const changed = periods[name].map((each, index) => (index === at ? period : each));
        if (isPeriod(period)) setTrade({ periods: { ...periods, [name]: changed } });
      }}
      error={isPeriod(Number(text)) ? undefined : t('period_range', { max: PERIOD_MAX })}
    />
  );
}

/** The periods of an indicator, and a way back to the usual ones. */
function Periods({ name }: { readonly name: Indicator }) {
  const t = useText(tradeText);
  const periods = useTradeSettings((settings) => settings.periods);
  const [resets, setResets] = useState(0);
  const usual = DEFAULT_PERIODS[name];
  if (usual.length === 0) return null;
  const isUsual = usual.every((each, at) => periods[name][at] === each);
  return (
    <div className="flex flex-col gap-1 px-4 pb-3">
      <div className="grid grid-cols-3 items-start gap-2">
        {usual.map((_, at) => (
          <PeriodField key={`${at} ${resets}`} name={name} at={at} />
        ))}
      </div>
      {!isUsual && (
        <Button
          variant="quiet"
          size="sm"
          className="self-end"
          onClick={() => {
            setTrade({ periods: { ...periods, [name]: usual } });
            setResets(resets + 1);
          }}
        >
          {t('reset_periods')}
        </Button>
      )}
    </div>
  );
}

/** Chart style, price scale and indicators with their periods. */
export default function ChartSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText(tradeText);
  const { indicators, style, scale } = useTradeSettings();
  const row = (name: Indicator) => (
    <div key={name}>
      <Switch
        label={name}
        hint={t(NAMES[name])}
        on={indicators.includes(name)}
        onSwitch={(on) =>
          setTrade({ indicators: INDICATORS.filter((one) => (one === name ? on : indicators.includes(one))) })
        }
      />
      {indicators.includes(name) && <Periods name={name} />}
    </div>
  );
  return (
    <Sheet open onClose={onClose} title={t('indicators')}>
      <div className="flex flex-col gap-5 px-5">
        <Tabs
          label={t('style')}
          variant="block"
          items={[
            { id: 'candle', label: t('candle') },
            { id: 'line', label: t('line') },
          ]}
          value={style}
          onChange={(id) => setTrade({ style: id })}
        />
        <Tabs
          label={t('scale')}
          variant="block"
          items={SCALES.map((id) => ({ id, label: t(`scale_${id}`) }))}
          value={scale}
          onChange={(id) => setTrade({ scale: id })}
        />
        <Rows title={t('over_candles')}>{OVERLAYS.map(row)}</Rows>
        <Rows title={t('below_candles')}>{PANES.map(row)}</Rows>
      </div>
    </Sheet>
  );
}
