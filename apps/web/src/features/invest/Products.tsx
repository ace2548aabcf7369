import { CircleHelp, ReceiptText, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { useGet, usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, LinkIcon, Loaded, LoadedPages, Page, Tabs } from '../../ui/index.ts';
import { ProductCard } from './ProductCard.tsx';
import type { Product } from './ProductCard.tsx';
import { investText } from './text.ts';

const ALL_MAX = 100;

/** Coins of the products, each once. */
const coinsOf = (products: readonly Product[]): { id: number; name: string }[] => [
  ...new Map(products.map(({ currency_id: id, currency_name: name }) => [id, { id, name }])).values(),
];

function ProductList({ coin, type }: { readonly coin: number; readonly type: Product['type'] }) {
  const t = useText(investText);
  const products = usePages('get', 'dual/index', { currency_id: coin, type });
  return (
    <LoadedPages query={products} empty={<Empty icon={<Waypoints />} text={t('no_products')} next="earn" />}>
      {(rows) => (
        <ul className="grid gap-3 wide:grid-cols-2">
          {rows.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      )}
    </LoadedPages>
  );
}

function Choices({ coins }: { readonly coins: readonly { id: number; name: string }[] }) {
  const t = useText(investText);
  const [chosen, setChosen] = useState<string>();
  const [type, setType] = useState<Product['type']>('call');
  const coin = coins.find(({ id }) => String(id) === chosen) ?? coins[0];
  if (!coin) return <Empty icon={<Waypoints />} text={t('no_products')} next="earn" />;
  return (
    <>
      <Tabs
        label={t('coin')}
        variant="chips"
        items={coins.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={String(coin.id)}
        onChange={setChosen}
      />
      <Tabs
        label={t('direction')}
        variant="block"
        className="mt-3 wide:w-96"
        items={[
          { id: 'call', label: t('call', { coin: coin.name }) },
          { id: 'put', label: t('put', { coin: coin.name }) },
        ]}
        value={type}
        onChange={setType}
      />
      <p className="mt-3 mb-4 px-1 text-sm text-muted">{t(`${type}_text`, { coin: coin.name })}</p>
      <ProductList key={`${coin.id} ${type}`} coin={coin.id} type={type} />
    </>
  );
}

/** Dual investment products by coin and direction. */
export default function Products() {
  const t = useText(investText);
  const all = useGet('dual/index', { limit: ALL_MAX });
  return (
    <Page
      title={t('title')}
      right={
        <>
          <LinkIcon to="/pages/invest/help" label={t('help')}>
            <CircleHelp />
          </LinkIcon>
          <LinkIcon to="/pages/invest/mine" label={t('mine')}>
            <ReceiptText />
          </LinkIcon>
        </>
      }
    >
      <Loaded
        query={all}
        isEmpty={({ total }) => total === 0}
        empty={<Empty icon={<Waypoints />} text={t('no_products')} next="earn" />}
      >
        {({ data }) => <Choices coins={coinsOf(data)} />}
      </Loaded>
      <p className="mt-4 px-1 text-xs text-muted">{t('not_deposit')}</p>
    </Page>
  );
}
