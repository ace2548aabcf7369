import { PieChart } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { useCursorPages } from '../../lib/cursor-pages.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { go } from '../../lib/navigation.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Card,
  Empty,
  Fact,
  Figure,
  List,
  ListRow,
  Loaded,
  LoadedPages,
  Num,
  Page,
  RowEnd,
  Skeleton,
  Tabs,
} from '../../ui/index.ts';
import { Counting } from './Counting.tsx';
import { MethodTabs } from './Method.tsx';
import type { Method } from './Method.tsx';
import { portfolioText } from './text.ts';
import { Profit, Usdt } from './Usdt.tsx';

type Figures = AllReplies['portfolio/asset'];

function Summary({ asset }: { readonly asset: Figures }) {
  const t = useText(portfolioText);
  const locale = useLocale();
  const { currency_name: coin, decimals } = asset;
  return (
    <Card className="p-4">
      <dl className="flex flex-wrap gap-4 text-xl font-semibold *:grow">
        <Figure name={t('quantity')}>
          <Num value={asset.quantity} form="coin" decimals={decimals} unit={coin} />
        </Figure>
        <Figure name={t('value')}>
          <Usdt value={asset.value} />
        </Figure>
      </dl>
      <List as="dl" className="mt-2 text-base *:py-3">
        <Fact name={t('unrealised')}>
          <Profit value={asset.unrealised} percent={asset.unrealised_percent} />
        </Fact>
        <Fact name={t('realised')}>
          <Profit value={asset.realised} />
        </Fact>
        <Fact name={t('average_cost')}>
          <Num value={asset.average_cost} form="price" unit="USDT" />
        </Fact>
        <Fact name={t('cost')}>
          <Usdt value={asset.cost} />
        </Fact>
        {asset.held !== '0' && (
          <Fact name={t('held_part')}>
            <Num value={asset.held} form="coin" decimals={decimals} unit={coin} />
          </Fact>
        )}
        {asset.owed !== '0' && (
          <Fact name={t('owed')}>
            <Num value={asset.owed} form="coin" decimals={decimals} unit={coin} />
          </Fact>
        )}
        <Fact name={t('income')}>
          <Usdt value={asset.income} />
        </Fact>
        <Fact name={t('fees')}>
          <Usdt value={asset.fees} />
        </Fact>
      </List>
      {asset.estimated_quantity !== '0' && (
        <Callout>
          {t('estimated_hint', {
            quantity: formatNumber(asset.estimated_quantity, { kind: 'coin', decimals }, locale),
            coin,
          })}
        </Callout>
      )}
    </Card>
  );
}

function Lots({ currency, decimals }: { readonly currency: number; readonly decimals: number }) {
  const t = useText(portfolioText);
  const locale = useLocale();
  const lots = usePages('get', 'portfolio/lots', { currency_id: currency });
  const shown = (value: string): string => formatNumber(value, { kind: 'coin', decimals }, locale);
  return (
    <>
      <p className="mb-2 text-xs text-muted">{t('lots_hint')}</p>
      <LoadedPages query={lots} empty={<Empty text={t('no_lots')} next="trade" />}>
        {(rows) => (
          <List ground="card">
            {rows.map((row) => (
              <ListRow
                key={row.id}
                wraps
                title={row.info}
                hint={t('remaining', { left: shown(row.remaining), all: shown(row.quantity) })}
                meta={formatTime(row.acquired_ms, locale)}
                notice={row.estimated ? t('index_cost') : undefined}
                end={
                  <RowEnd
                    hint={
                      <>
                        {t('cost')} <Usdt value={row.cost} />
                      </>
                    }
                  >
                    <Profit value={row.unrealised} />
                  </RowEnd>
                }
              />
            ))}
          </List>
        )}
      </LoadedPages>
    </>
  );
}

function Disposals({
  currency,
  decimals,
  method,
}: {
  readonly currency: number;
  readonly decimals: number;
  readonly method: Method;
}) {
  const t = useText(portfolioText);
  const locale = useLocale();
  const disposals = useCursorPages('portfolio/disposals', { currency_id: currency, method });
  return (
    <LoadedPages query={disposals} empty={<Empty text={t('no_disposals')} next="trade" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={row.id}
              wraps
              title={row.info}
              hint={<Num value={row.quantity} form="coin" decimals={decimals} unit={row.currency_name} />}
              meta={formatTime(row.at_ms, locale)}
              notice={row.estimated ? t('index_cost') : undefined}
              end={
                <RowEnd
                  hint={
                    <>
                      {t('proceeds')} <Usdt value={row.proceeds} />
                    </>
                  }
                >
                  <Profit value={row.realised} />
                </RowEnd>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Cost, profit, lots and disposals of one currency, by `?id=`. */
export default function AssetScreen() {
  const t = useText(portfolioText);
  const currency = useIdParam('id');
  if (currency !== undefined) return <One currency={currency} />;
  return (
    <Page title={t('pnl')} back="/pages/portfolio/pnl">
      <Empty
        icon={<PieChart />}
        text={t('choose_asset')}
        action={
          <Button onClick={() => go.replace('/pages/portfolio/pnl', { view: 'assets' })}>
            {t('assets')}
          </Button>
        }
      />
    </Page>
  );
}

function One({ currency }: { readonly currency: number }) {
  const t = useText(portfolioText);
  const [method, setMethod] = useState<Method>('average');
  const [part, setPart] = useState<'lots' | 'disposals'>('lots');
  const asset = useGet('portfolio/asset', { currency_id: currency, method }, { keep: true });
  const decimals = asset.data?.decimals ?? 2;
  return (
    <Page title={asset.data?.currency_name ?? t('pnl')} back="/pages/portfolio/pnl" className="gap-4">
      <MethodTabs value={method} onChange={setMethod} />
      <div className="flex flex-col gap-4 wide:side-by-side">
        <Loaded query={asset} skeleton={<Skeleton className="h-80 rounded-lg" />} isEmpty={() => false}>
          {(figures) => (
            <div className="flex flex-col gap-4">
              <Counting complete={figures.complete} refetch={asset.refetch} />
              <Summary asset={figures} />
            </div>
          )}
        </Loaded>
        <div className="min-w-0">
          <Tabs
            label={t('pnl')}
            className="mb-4"
            items={[
              { id: 'lots', label: t('lots') },
              { id: 'disposals', label: t('disposals') },
            ]}
            value={part}
            onChange={setPart}
          />
          {part === 'lots' ? (
            <Lots currency={currency} decimals={decimals} />
          ) : (
            <Disposals currency={currency} decimals={decimals} method={method} />
          )}
        </div>
      </div>
    </Page>
  );
}
