import { Flag, Gavel, Gem, Heart, Package, Palette, ReceiptText, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { FLAG } from '@karat/contract';
import type { NftOwnList } from '@karat/contract';
import { go } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useAction, usePages, usePost } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, LinkButton, LinkIcon, List, LoadedPages, Page, Tabs } from '../../ui/index.ts';
import { AutoMore } from './AutoMore.tsx';
import { BidRow, OrderRow, ReportRow } from './OwnRows.tsx';
import { nftText } from './text.ts';
import { GridSkeleton, TileGrid } from './TileCard.tsx';
import { REFRESH_MS, useLiveBids, useLiveOrders } from './use-live-sale.ts';

const TABS = ['owned', 'boxes', 'orders', 'bids', 'listed', 'sold', 'liked', 'reports'] as const;
type Tab = (typeof TABS)[number];

const ICONS: Readonly<Record<Tab, ReactNode>> = {
  owned: <Gem />,
  boxes: <Package />,
  orders: <ReceiptText />,
  bids: <Gavel />,
  listed: <Tag />,
  sold: <ReceiptText />,
  liked: <Heart />,
  reports: <Flag />,
};

function Nothing({ tab }: { readonly tab: Tab }) {
  const t = useText(nftText);
  return (
    <Empty
      icon={ICONS[tab]}
      text={t(`none_${tab}`)}
      action={
        <LinkButton variant="plain" to="/pages/nft/nft">
          {t('see_market')}
        </LinkButton>
      }
    />
  );
}

function Tiles({ tab, list }: { readonly tab: Tab; readonly list: NftOwnList }) {
  const works = usePages('post', 'bind_box/getMyNFTs', { list });
  return (
    <LoadedPages query={works} skeleton={<GridSkeleton />} empty={<Nothing tab={tab} />}>
      {(tiles) => (
        <>
          <TileGrid tiles={tiles} owned={tab === 'owned'} />
          <AutoMore query={works} />
        </>
      )}
    </LoadedPages>
  );
}

function OwnBids() {
  const bids = usePages('post', 'bind_box/getMyBindBoxQuotationLog', {}, { everyMs: REFRESH_MS });
  useLiveBids(bids.rows.map(({ code }) => code));
  return (
    <LoadedPages query={bids} empty={<Nothing tab="bids" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((bid) => (
            <BidRow key={`${bid.code} ${bid.created_ms}`} bid={bid} />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

function Reports() {
  const reports = usePages('get', 'bind_box/getMyReports', {});
  return (
    <LoadedPages query={reports} empty={<Nothing tab="reports" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Marks all won auctions as read. */
function ReadAll() {
  const t = useText(nftText);
  const due = usePost('bind_box/getNeedPayNFTOrder', {});
  const reading = useAction('bind_box/readAllNFTOrderMessages', {
    invalidates: ['bind_box/getNeedPayNFTOrder'],
    awaitRefetch: true,
  });
  if ((due.data?.unread ?? 0) === 0) return null;
  return (
    <Button
      variant="quiet"
      size="sm"
      className="self-end"
      busy={reading.isPending}
      onClick={() => reading.mutate({})}
    >
      {t('read_all')}
    </Button>
  );
}

/** Won auctions to be paid, and all purchases and sales. */
function Orders() {
  const t = useText(nftText);
  const due = usePages('post', 'bind_box/getNeedPayNFTOrder', {});
  const orders = usePages('get', 'bind_box/orders', {});
  useLiveOrders();
  const open = due.rows.filter(({ state }) => state === 'due');
  const isOpen = new Set(open.map(({ id }) => id));
  return (
    <div className="flex flex-col gap-4">
      <ReadAll />
      {open.length > 0 && (
        <section>
          <h2 className="mb-2 px-1 text-sm text-muted">{t('to_pay')}</h2>
          <List ground="card">
            {open.map((order) => (
              <OrderRow key={order.id} order={order} isNews={order.is_read === FLAG.no} />
            ))}
          </List>
        </section>
      )}
      <LoadedPages query={orders} empty={open.length === 0 ? <Nothing tab="orders" /> : <span />}>
        {(rows) => (
          <List ground="card">
            {rows
              .filter(({ id }) => !isOpen.has(id))
              .map((order) => (
                <OrderRow key={order.id} order={order} isNews={false} />
              ))}
          </List>
        )}
      </LoadedPages>
    </div>
  );
}

function Content({ tab }: { readonly tab: Tab }) {
  switch (tab) {
    case 'bids':
      return <OwnBids />;
    case 'orders':
      return <Orders />;
    case 'reports':
      return <Reports />;
    case 'owned':
    case 'boxes':
    case 'listed':
    case 'sold':
    case 'liked':
      return <Tiles tab={tab} list={tab} />;
  }
}

/** The own page: works, boxes, purchases and sales, bids, listings and likes. */
export default function Mine() {
  const t = useText(nftText);
  const asked = useParam('tab');
  const tab = TABS.find((id) => id === asked) ?? 'owned';
  return (
    <Page
      title={t('mine')}
      back="/pages/nft/nft"
      right={
        <LinkIcon to="/pages/nft/apply" label={t('for_artists')}>
          <Palette aria-hidden="true" />
        </LinkIcon>
      }
    >
      <Tabs
        label={t('mine')}
        variant="chips"
        className="mb-4"
        items={TABS.map((id) => ({ id, label: t(`own_${id}`) }))}
        value={tab}
        onChange={(id) => go.replace('/pages/nft/mine', id === 'owned' ? {} : { tab: id })}
      />
      <Content key={tab} tab={tab} />
    </Page>
  );
}
