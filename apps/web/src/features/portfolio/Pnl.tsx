import { useState } from 'react';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import {
  Button,
  CoinIcon,
  Empty,
  List,
  ListRow,
  Loaded,
  Num,
  Page,
  RowEnd,
  Sheet,
  Tabs,
} from '../../ui/index.ts';
import { Calendar } from './Calendar.tsx';
import { Counting } from './Counting.tsx';
import { MethodTabs } from './Method.tsx';
import type { Method } from './Method.tsx';
import { Period } from './Period.tsx';
import type { PeriodFigures } from './Period.tsx';
import { portfolioText } from './text.ts';
import { Profit } from './Usdt.tsx';

const VIEWS = ['calendar', 'years', 'assets'] as const;
type View = (typeof VIEWS)[number];

function NoneYet() {
  const t = useText(portfolioText);
  return (
    <Empty
      text={t('none_yet')}
      action={<Button onClick={() => go.push('/pages/fund/assets')}>{t('assets')}</Button>}
    />
  );
}

function Years({ method }: { readonly method: Method }) {
  const years = useGet('portfolio/years', { method });
  const [open, setOpen] = useState<({ readonly year: number } & PeriodFigures) | null>(null);
  return (
    <Loaded query={years} isEmpty={({ data }) => data.length === 0} empty={<NoneYet />}>
      {({ data, complete }) => (
        <>
          <Counting complete={complete} refetch={years.refetch} />
          <List ground="card">
            {data.map((year) => (
              <ListRow
                key={year.year}
                title={year.year}
                onClick={() => setOpen(year)}
                end={<Profit value={year.profit} percent={year.percent} />}
              />
            ))}
          </List>
          <Sheet open={open !== null} title={String(open?.year ?? '')} onClose={() => setOpen(null)}>
            <div className="px-5 pb-5">{open && <Period figures={open} />}</div>
          </Sheet>
        </>
      )}
    </Loaded>
  );
}

function Assets({ method }: { readonly method: Method }) {
  const t = useText(portfolioText);
  const assets = useGet('portfolio/assets', { method });
  return (
    <Loaded query={assets} isEmpty={({ data }) => data.length === 0} empty={<NoneYet />}>
      {({ data, complete }) => (
        <>
          <Counting complete={complete} refetch={assets.refetch} />
          <List ground="card">
            {data.map((asset) => (
              <ListRow
                key={asset.currency_id}
                wraps
                to="/pages/portfolio/asset"
                search={{ id: asset.currency_id }}
                icon={<CoinIcon name={asset.currency_name} size={32} />}
                title={asset.currency_name}
                hint={
                  <>
                    {t('average_cost')} <Num value={asset.average_cost} form="price" />
                  </>
                }
                end={
                  <RowEnd
                    hint={
                      <>
                        {t('realised')}{' '}
                        <Num value={asset.realised} form="result" decimals={2} signed intent="auto" />
                      </>
                    }
                  >
                    <Profit value={asset.unrealised} percent={asset.unrealised_percent} />
                  </RowEnd>
                }
              />
            ))}
          </List>
        </>
      )}
    </Loaded>
  );
}

const viewOf = (param: string | undefined): View => VIEWS.find((view) => view === param) ?? 'calendar';

/** Profit and loss by day, by year and by asset (`?view=`). */
export default function Pnl() {
  const t = useText(portfolioText);
  const [view, setView] = useState<View>(viewOf(useParam('view')));
  const [method, setMethod] = useState<Method>('average');
  return (
    <Page title={t('pnl')} back="/pages/fund/assets" className="gap-4">
      <Tabs
        label={t('pnl')}
        items={VIEWS.map((id) => ({ id, label: t(id) }))}
        value={view}
        onChange={setView}
      />
      <MethodTabs value={method} onChange={setMethod} />
      {view === 'calendar' && <Calendar method={method} />}
      {view === 'years' && <Years method={method} />}
      {view === 'assets' && <Assets method={method} />}
      <p className="text-xs text-muted">{t('utc_hint')}</p>
    </Page>
  );
}
