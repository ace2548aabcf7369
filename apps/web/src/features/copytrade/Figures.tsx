import type { ReplyOf } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Figure, Num } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

export type TraderRow = ReplyOf<'follow/traderDetail'>;

/** Track record of a trader. */
export function Figures({ of }: { readonly of: TraderRow }) {
  const t = useText(copytradeText);
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-4 text-base font-medium">
      <Figure name={t('profit')}>
        <Num value={of.total_profit} form="short" signed tone="auto" />
      </Figure>
      <Figure name={t('accuracy')}>
        <Num value={of.accuracy} form="percent" />
      </Figure>
      <Figure name={t('drawdown')}>
        <Num value={of.max_drawdown} form="percent" />
      </Figure>
      <Figure name={t('sharpe')}>
        <Num value={of.sharpe} form="fixed" decimals={2} />
      </Figure>
      <Figure name={t('trades')}>{of.trades}</Figure>
      <Figure name={t('followers')}>{of.followers}</Figure>
      <Figure name={t('followed_money')}>
        <Num value={of.follow_amount} form="short" />
      </Figure>
      <Figure name={t('share')}>
        <Num value={of.share_ratio} form="percent" />
      </Figure>
    </dl>
  );
}
