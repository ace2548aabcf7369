import type { ReplyOf } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Figure, Num } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

export type TraderRow = ReplyOf<'follow/traderDetail'>;

/** Track record of a trader. */
export function Figures({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-4 text-base font-medium">
      <Figure name={t('profit')}>
        <Num value={trader.total_profit} form="short" signed intent="auto" />
      </Figure>
      <Figure name={t('accuracy')}>
        <Num value={trader.accuracy} form="percent" />
      </Figure>
      <Figure name={t('drawdown')}>
        <Num value={trader.max_drawdown} form="percent" />
      </Figure>
      <Figure name={t('sharpe')}>
        <Num value={trader.sharpe} form="fixed" decimals={2} />
      </Figure>
      <Figure name={t('trades')}>{trader.trades}</Figure>
      <Figure name={t('followers')}>{trader.followers}</Figure>
      <Figure name={t('followed_money')}>
        <Num value={trader.follow_amount} form="short" />
      </Figure>
      <Figure name={t('share')}>
        <Num value={trader.share_ratio} form="percent" />
      </Figure>
    </dl>
  );
}
