import { Info } from 'lucide-react';
import { useState } from 'react';
import { RISK_TERMS } from '@karat/rules';
import type { ReplyOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Fact, Figure, IconButton, Num, Sheet } from '../../ui/index.ts';
import { holdingText } from './holding.ts';
import { copytradeText } from './text.ts';

export type TraderRow = ReplyOf<'follow/traderDetail'>;
export type Days = '7' | '30' | '90';
export const DAYS: readonly Days[] = ['7', '30', '90'];

/** Risk score with its colour; a dash before the first statistics, and that there are no trades while there are none. */
export function Risk({ trader }: { readonly trader: Pick<TraderRow, 'risk' | 'figures_ms'> }) {
  const t = useText(copytradeText);
  const { risk: score, figures_ms: computed } = trader;
  if (score === null && computed === null) return <>–</>;
  if (score === null) return <span className="text-sm font-normal text-muted">{t('risk_none')}</span>;
  const intent = score <= 3 ? 'good' : score <= 6 ? 'gold' : 'bad';
  return <Badge intent={intent}>{`${score} / ${RISK_TERMS.scoreMax}`}</Badge>;
}

/** The published definition of the risk score, with the facts of a trader. */
function RiskSheet({ trader, onClose }: { readonly trader: TraderRow; readonly onClose: () => void }) {
  const t = useText(copytradeText);
  return (
    <Sheet open title={t('risk_title')} onClose={onClose}>
      <div className="flex flex-col gap-4 px-5 pb-6 text-base">
        <p>{t('risk_hint')}</p>
        <dl className="flex flex-col gap-2">
          <Fact name={t('drawdown')}>
            <Num value={trader.risk_drawdown} form="percent" />
          </Fact>
          <Fact name={t('risk_deviation')}>
            <Num value={trader.risk_deviation} form="percent" />
          </Fact>
          <Fact name={t('risk_leverage')}>
            <Num value={trader.risk_leverage} form="fixed" decimals={1} unit="×" />
          </Fact>
          <Fact name={t('risk')}>
            <Risk trader={trader} />
          </Fact>
        </dl>
      </div>
    </Sheet>
  );
}

/** Returns of 7, 30 and 90 days; a shorter history says since when it counts. */
export function Returns({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  return (
    <dl className="grid grid-cols-3 gap-3 text-lg font-semibold">
      {DAYS.map((days) => {
        const { roi, from_ms: from } = trader.returns[days];
        const isShorter = from !== null && from === trader.history_ms;
        return (
          <Figure key={days} name={t('roi_days', { days })}>
            <Num value={from === null ? null : roi} form="percent" signed intent="auto" />
            {isShorter && (
              <span className="block text-xs font-normal text-muted">
                {t('since_day', { day: formatDate(from, locale) })}
              </span>
            )}
          </Figure>
        );
      })}
    </dl>
  );
}

/** Share of closed positions with a profit; none without a closed position. */
export function WinRate({ trader: { accuracy, trades } }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  return (
    <Figure name={t('accuracy')}>
      <Num value={trades === 0 ? null : accuracy} form="percent" />
    </Figure>
  );
}

/** Present and possible number of copiers. */
export const Places = ({ trader: { followers, places } }: { readonly trader: TraderRow }) => (
  <>
    <Num value={String(followers)} /> / <Num value={String(places)} />
  </>
);

const MONEY = { form: 'fixed', decimals: 2, unit: 'USDT' } as const;

/** Track record of a trader. */
export function Figures({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const locale = useLocale();
  const [explains, setExplains] = useState(false);
  // Before the first statistics they are unknown, not zero.
  const computed = (figure: string): string | null => (trader.figures_ms === null ? null : figure);
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-3 gap-y-4 text-base font-medium wide:grid-cols-3">
        <Figure name={t('profit')}>
          <Num value={computed(trader.total_profit)} {...MONEY} form="result" signed intent="auto" />
        </Figure>
        <Figure name={t('open_profit')}>
          <Num value={computed(trader.unrealised)} {...MONEY} form="result" signed intent="auto" />
        </Figure>
        <Figure name={t('risk')}>
          <span className="flex items-center">
            <Risk trader={trader} />
            <IconButton label={t('risk_title')} className="-my-3" onClick={() => setExplains(true)}>
              <Info />
            </IconButton>
          </span>
        </Figure>
        <WinRate trader={trader} />
        <Figure name={t('drawdown')}>
          <Num value={computed(trader.max_drawdown)} form="percent" />
        </Figure>
        <Figure name={t('sharpe')}>
          <Num value={trader.sharpe} form="fixed" decimals={2} />
        </Figure>
        <Figure name={t('trades')}>
          <Num value={computed(String(trader.trades))} />
        </Figure>
        <Figure name={t('holding')}>{holdingText(trader.holding_ms, locale)}</Figure>
        <Figure name={t('share')}>
          <Num value={trader.share_ratio} form="rate" />
        </Figure>
        <Figure name={t('aum')}>
          <Num value={trader.follow_amount} {...MONEY} />
        </Figure>
        <Figure name={t('copiers')}>
          <Places trader={trader} />
        </Figure>
        <Figure name={t('capital')}>
          <Num value={computed(trader.capital)} {...MONEY} />
        </Figure>
      </dl>
      {explains && <RiskSheet trader={trader} onClose={() => setExplains(false)} />}
    </>
  );
}
