import type { AllReplies } from '../../lib/calls.ts';
import { useText } from '../../lib/text.ts';
import { Fact, List } from '../../ui/index.ts';
import { portfolioText } from './text.ts';
import { Profit, Usdt } from './Usdt.tsx';

export type PeriodFigures = AllReplies['portfolio/days']['total'];

/** Profit of a day, month or year and what it is made of. */
export function Period({ figures }: { readonly figures: PeriodFigures }) {
  const t = useText(portfolioText);
  return (
    <List as="dl" className="text-base *:py-3">
      <Fact name={t('profit')}>
        <Profit value={figures.profit} percent={figures.percent} />
      </Fact>
      <Fact name={t('realised')}>
        <Profit value={figures.realised} />
      </Fact>
      <Fact name={t('income')}>
        <Usdt value={figures.income} />
      </Fact>
      <Fact name={t('fees')}>
        <Usdt value={figures.fees} />
      </Fact>
      <Fact name={t('transfers')}>
        <Usdt value={figures.transfers} />
      </Fact>
      <Fact name={t('value_end')}>
        <Usdt value={figures.value} />
      </Fact>
    </List>
  );
}
