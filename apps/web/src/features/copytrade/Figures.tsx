import type { ReplyOf } from '../../lib/calls.ts';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { Num } from '../../ui/index.ts';
import { copytradeText } from './text.ts';

export type TraderRow = ReplyOf<'follow/traderDetail'>;

/** A figure with its name. */
export const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="truncate text-xs text-muted">{label}</dt>
    <dd className="truncate text-base font-medium">{children}</dd>
  </div>
);

/** What a trader has done, from the books. */
export function Figures({ of }: { readonly of: TraderRow }) {
  const t = useText(copytradeText);
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-4">
      <Figure label={t('profit')}>
        <Num value={of.total_profit} form="short" signed tone="auto" />
      </Figure>
      <Figure label={t('accuracy')}>
        <Num value={of.accuracy} form="percent" />
      </Figure>
      <Figure label={t('drawdown')}>
        <Num value={of.max_drawdown} form="percent" />
      </Figure>
      <Figure label={t('sharpe')}>
        <Num value={of.sharpe} form="fixed" decimals={2} />
      </Figure>
      <Figure label={t('trades')}>{of.trades}</Figure>
      <Figure label={t('followers')}>{of.followers}</Figure>
      <Figure label={t('followed_money')}>
        <Num value={of.follow_amount} form="short" />
      </Figure>
      <Figure label={t('share')}>
        <Num value={of.share_ratio} form="percent" />
      </Figure>
    </dl>
  );
}
