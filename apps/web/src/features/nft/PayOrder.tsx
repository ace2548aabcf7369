import { useEffect } from 'react';
import { FLAG } from '@karat/contract';
import { amount, format, max, minus, ZERO } from '@karat/money';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useIdParam } from '../../lib/params.ts';
import { useAction, useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Badge,
  Button,
  Callout,
  Card,
  Countdown,
  Fact,
  LinkButton,
  Loaded,
  Missing,
  Num,
  Page,
  ReceiptLink,
  SkeletonForm,
} from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { Report } from './ReportSheet.tsx';
import { nftText } from './text.ts';
import type { Order } from './tile.ts';
import { payOrder } from './use-payment.ts';
import { VerifiedOnly } from './VerifiedOnly.tsx';

const STATES = { due: 'gold', paid: 'good', forfeited: 'bad' } as const;

/** State of a purchase or sale. */
export function OrderBadge({ state }: { readonly state: Order['state'] }) {
  const t = useText(nftText);
  return <Badge intent={STATES[state]}>{t(`order_${state}`)}</Badge>;
}

/** What the winner pays in addition to the margin. */
const restOf = ({ price, margin }: Order): string =>
  format(max(minus(amount(price), amount(margin ?? '0')), ZERO));

/** Amounts of an order from the side of the caller. */
function Figures({ order }: { readonly order: Order }) {
  const t = useText(nftText);
  const locale = useLocale();
  const unit = order.currency_name;
  const isDue = order.state === 'due' && order.is_buyer === FLAG.yes;
  return (
    <dl className="flex flex-col gap-2 text-base">
      <Fact name={t('price')}>
        <Num value={order.price} unit={unit} />
      </Fact>
      {order.margin !== null && (
        <Fact name={t(order.state === 'forfeited' ? 'margin_lost' : 'margin')}>
          <Num value={order.margin} unit={unit} />
        </Fact>
      )}
      {isDue && (
        <Fact name={t('rest_to_pay')} className="font-semibold">
          <Num value={restOf(order)} unit={unit} />
        </Fact>
      )}
      {order.received !== null && (
        <>
          <Fact name={t('fee')}>
            <Num value={order.fee} unit={unit} />
          </Fact>
          <Fact name={t('royalty')}>
            <Num value={order.royalty} unit={unit} />
          </Fact>
          <Fact name={t('received')} className="font-semibold">
            <Num value={order.received} unit={unit} />
          </Fact>
        </>
      )}
      <Fact name={t('created')}>{formatTime(order.created_ms, locale)}</Fact>
      {order.paid_ms !== null && <Fact name={t('paid_at')}>{formatTime(order.paid_ms, locale)}</Fact>}
      {order.state === 'due' && (
        <Fact name={t('pay_until')}>
          {formatTime(order.overtime * 1_000, locale)} · <Countdown untilMs={order.overtime * 1_000} />
        </Fact>
      )}
    </dl>
  );
}

/** The payment of a won auction. */
function Pay({ order }: { readonly order: Order }) {
  const t = useText(nftText);
  const locale = useLocale();
  const confirmation = useConfirmation();
  const shown = (value: string): string =>
    `${formatNumber(value, { kind: 'full' }, locale)} ${order.currency_name}`;
  const rest = shown(restOf(order));
  const pay = (): void =>
    void payOrder(
      confirmation.ask,
      {
        title: t('pay_order'),
        lines: [
          [t('artwork'), order.name],
          [t('price'), shown(order.price)],
          [t('margin'), shown(order.margin ?? '0')],
          [t('rest_to_pay'), rest],
        ],
        success: t('bought'),
      },
      order.id,
    );
  return (
    <>
      <Callout intent="wait">{t('pay_order_text', { margin: shown(order.margin ?? '0') })}</Callout>
      <VerifiedOnly>
        <Button size="lg" wide className="mt-auto" onClick={pay}>
          {t('pay_amount', { price: rest })}
        </Button>
      </VerifiedOnly>
      <ConfirmSheet {...confirmation} />
    </>
  );
}

/** Marks a won auction as read when its screen opens. */
function useRead(order: Order): void {
  const { mutate } = useAction('bind_box/readNFTOrderMessage', {
    quiet: true,
    invalidates: ['bind_box/getNeedPayNFTOrder'],
  });
  const isNews = order.is_read === FLAG.no && order.is_buyer === FLAG.yes;
  useEffect(() => {
    if (isNews) mutate({ id: order.id });
  }, [isNews, mutate, order.id]);
}

function Shown({ order }: { readonly order: Order }) {
  const t = useText(nftText);
  useRead(order);
  return (
    <div className="flex flex-1 flex-col gap-4">
      <Card className="flex items-center gap-4 p-3">
        <NftPicture image={order.image} size="tile" eager className="size-24 shrink-0 rounded-md" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <p className="text-lg font-semibold wrap-anywhere">{order.name}</p>
          <OrderBadge state={order.state} />
        </div>
      </Card>
      <Card className="p-4">
        <Figures order={order} />
      </Card>
      {order.state === 'due' && order.is_buyer === FLAG.yes && <Pay order={order} />}
      {order.state === 'due' && order.is_buyer === FLAG.no && <Callout>{t('buyer_pays')}</Callout>}
      {order.state === 'forfeited' && (
        <Callout intent="bad">
          {t(order.is_buyer === FLAG.yes ? 'forfeited_buyer' : 'forfeited_seller')}
        </Callout>
      )}
      {order.receipt !== null && <ReceiptLink kind="nft-sale" subject={String(order.id)} variant="wide" />}
      {order.state === 'paid' && (
        <LinkButton
          variant="plain"
          size="lg"
          wide
          to="/pages/nft/artworkDetail"
          search={{ code: order.code }}
        >
          {t('see_work')}
        </LinkButton>
      )}
      <Report code={order.code} order={order.id} />
    </div>
  );
}

function OfOrder({ id }: { readonly id: number }) {
  const order = useGet('bind_box/order', { id }, { freshMs: 0 });
  return (
    <Loaded query={order} skeleton={<SkeletonForm />}>
      {(shown) => <Shown order={shown} />}
    </Loaded>
  );
}

/** A purchase or sale; a won auction is paid here. */
export default function PayOrder() {
  const t = useText(nftText);
  const id = useIdParam('id');
  return (
    <Page title={t('order')} back="/pages/nft/mine">
      {id === undefined ? <Missing /> : <OfOrder id={id} />}
    </Page>
  );
}
