import { useText } from '../../../lib/text.ts';
import { Rows, Sheet, Switch, Tabs } from '../../../ui/index.ts';
import { INDICATORS, OVERLAYS, PANES, setTrade, useTradeSettings } from '../settings.ts';
import type { Indicator } from '../settings.ts';
import { tradeText } from '../text.ts';

const NAMES = {
  MA: 'ma',
  EMA: 'ema',
  BOLL: 'boll',
  VOL: 'vol',
  MACD: 'macd',
  RSI: 'rsi',
  KDJ: 'kdj',
} as const satisfies Record<Indicator, string>;

/** Chart style and indicators. */
export default function ChartSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText(tradeText);
  const { indicators, style } = useTradeSettings();
  const row = (name: Indicator) => (
    <Switch
      key={name}
      label={name}
      hint={t(NAMES[name])}
      on={indicators.includes(name)}
      onSwitch={(on) =>
        setTrade({ indicators: INDICATORS.filter((one) => (one === name ? on : indicators.includes(one))) })
      }
    />
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
        <Rows title={t('over_candles')}>{OVERLAYS.map(row)}</Rows>
        <Rows title={t('below_candles')}>{PANES.map(row)}</Rows>
      </div>
    </Sheet>
  );
}
