import { PRICE_SOURCES } from '@karat/contract';
import type { PriceSource as SourceName } from '@karat/contract';
import { Button, Tag, Typography } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, textAt } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { ExactNumber, Figure, numberColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { figure, notAboveZero, typed } from '../../ui/change.ts';
import type { Currency } from './words.ts';

type Price = NonNullable<Currency['price']>;
type Source = Price['sources'][number];

const ORIGINS: Readonly<Record<Price['origin'], string>> = {
  release: 'the sources of the release',
  sources: 'the sources below',
  book: 'its own order book; no value outside of its market',
};

/** An index; one that is too old says so. */
export function IndexPrice({ price }: { price: Currency['price'] }) {
  if (price === null || price.index === null) return <>–</>;
  if (price.origin === 'book') return <Tag>own book</Tag>;
  return price.stale ? <Tag color="red">stale</Tag> : <Figure value={price.index} unit="USDT" />;
}

/** How a pair with USDT is called at a source. */
const EXAMPLES: Readonly<Record<SourceName, (code: string) => string>> = {
  binance: (code) => `${code}USDT`,
  coinbase: (code) => `${code}-USDT`,
  kraken: (code) => `${code}/USDT`,
  alpaca: (code) => code,
  simulated: () => 'ETH/USDT',
};
const NAMES: Readonly<Record<SourceName, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  alpaca: 'Alpaca, for stocks',
  simulated: 'Simulation, in a demonstration',
};
const notProduct = (value: string): string | undefined =>
  /^[A-Z0-9][A-Z0-9./-]{0,23}$/.test(value) ? undefined : 'Capital letters, digits, and . / -';

const OPENING = [
  figure('tick', 'Price step', notAboveZero, 'Of the market that opens'),
  figure('lot', 'Quantity step', notAboveZero, 'Of the market that opens'),
  figure('min_notional', 'Minimum order', notAboveZero, 'In USDT'),
];

const hasText = ([, value]: readonly [string, unknown]): boolean =>
  typeof value === 'string' && value.trim() !== '';

function ChangeSource({ currency, close }: { currency: Currency; close: () => void }) {
  const { price } = currency;
  const named = new Map(price?.sources.map(({ source, product }) => [source, product]));
  const before = Object.fromEntries(PRICE_SOURCES.map((source) => [source, named.get(source) ?? '']));
  const sources = PRICE_SOURCES.map((source) =>
    typed(source, NAMES[source], notProduct, `Such as ${EXAMPLES[source](currency.code)}`),
  );
  const fields = price === null ? [...sources, ...OPENING] : sources;
  return (
    <AskForApproval<Values>
      title={`Price source of ${currency.code}`}
      hint="The name of the pair with USDT at each source. Leave all empty to return to its own order book. Compare the quotes in the approval with the market before you approve: withdrawals and conversions are valued at them."
      initial={before}
      close={close}
      send={async ({ reason, ...values }) => {
        if (sources.every(({ name }) => textAt(values, name) === before[name]))
          throw new Error('Nothing differs: change a value first.');
        return api.post('console/price_source_change', {
          currency_id: currency.currency_id,
          version: price?.version ?? 0,
          ...Object.fromEntries(Object.entries(values).filter(hasText)),
          reason: String(reason),
        });
      }}
    >
      <ChangeFields fields={fields} before={before} />
    </AskForApproval>
  );
}

/** What the price of a currency comes from; two operators change it for currencies that they added. */
export function PriceSource({ currency }: { currency: Currency }) {
  const [isChanging, setChanging] = useState(false);
  const may = useMay();
  const { price } = currency;
  if (currency.kind === 'fiat' || currency.code === 'USDT') return null;
  return (
    <Part
      title="Price"
      extra={
        price?.origin !== 'release' &&
        may('console/price_source_change') && (
          <Button size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      {price === null ? (
        <Typography.Paragraph type="secondary">
          It has no market and no price: it cannot be withdrawn, sent or converted.
        </Typography.Paragraph>
      ) : (
        <Facts
          facts={[
            ['Market', price.symbol],
            ['Comes from', ORIGINS[price.origin]],
            ['Index', <Figure key="index" value={price.index} unit="USDT" />],
            [
              'State',
              price.stale ? (
                <Tag key="state" color="red">
                  stale
                </Tag>
              ) : (
                <Tag key="state" color="green">
                  current
                </Tag>
              ),
            ],
          ]}
        />
      )}
      {price !== null && price.sources.length > 0 && (
        <Rows<Source>
          read={CAME_ALONG}
          rows={price.sources}
          rowKey="source"
          empty="No sources"
          columns={[
            { title: 'Source', render: (_, row) => NAMES[row.source] },
            { title: 'Name there', render: (_, row) => <ExactNumber>{row.product}</ExactNumber> },
            numberColumn(
              'Quote',
              (row) => row.quote,
              () => 'USDT',
            ),
          ]}
        />
      )}
      {isChanging && <ChangeSource currency={currency} close={() => setChanging(false)} />}
    </Part>
  );
}
