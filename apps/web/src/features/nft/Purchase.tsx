import { FLAG } from '@karat/contract';
import { amount, compare, format, minus } from '@karat/money';
import { formatNumber } from '../../lib/format.ts';
import { withLogin } from '../../lib/navigation.ts';
import { useParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Callout,
  Card,
  Empty,
  Fact,
  LinkButton,
  Loaded,
  Missing,
  Num,
  Page,
  SkeletonForm,
} from '../../ui/index.ts';
import { ConfirmSheet, useConfirmation } from '../../ui/confirm/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { actionOf } from './sale.ts';
import { nftText } from './text.ts';
import { RarityBadge } from './TileCard.tsx';
import type { Detail, Listing, Tile } from './tile.ts';
import { payPurchase } from './use-payment.ts';
import { VerifiedOnly } from './VerifiedOnly.tsx';

/** What is bought. */
export function Subject({
  tile,
}: {
  readonly tile: Pick<Tile, 'name' | 'image' | 'artist' | 'rarity' | 'edition' | 'editions'>;
}) {
  const t = useText(nftText);
  return (
    <Card className="flex items-center gap-4 p-3">
      <NftPicture image={tile.image} size="tile" eager className="size-24 shrink-0 rounded-md" />
      <div className="min-w-0 flex-1">
        <p className="text-lg font-semibold wrap-anywhere">{tile.name}</p>
        <p className="text-sm text-muted">{tile.artist.name}</p>
        <p className="mt-1 flex items-center gap-2 text-xs text-muted">
          {tile.rarity && <RarityBadge rarity={tile.rarity} />}
          {tile.edition !== null && tile.editions !== null && (
            <span className="tnum">{t('edition', { edition: tile.edition, editions: tile.editions })}</span>
          )}
        </p>
      </div>
    </Card>
  );
}

/** Balance before and after; undefined where it would be negative. */
function balanceAfter({ available, price }: Listing): string | null | undefined {
  if (available === null) return null;
  return compare(amount(available), amount(price)) < 0
    ? undefined
    : format(minus(amount(available), amount(price)));
}

function Figures({ listing }: { readonly listing: Listing }) {
  const t = useText(nftText);
  const unit = listing.currency_name;
  const after = balanceAfter(listing);
  return (
    <Card className="p-4">
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('you_pay')} className="font-semibold">
          <Num value={listing.price} unit={unit} />
        </Fact>
        <Fact name={t('seller')}>{listing.seller.name}</Fact>
        {listing.available !== null && (
          <Fact name={t('available')}>
            <Num value={listing.available} unit={unit} />
          </Fact>
        )}
        {after !== null && (
          <Fact name={t('available_after')}>
            {after === undefined ? (
              <span className="text-down-ink">{t('too_little')}</span>
            ) : (
              <Num value={after} unit={unit} />
            )}
          </Fact>
        )}
      </dl>
      <p className="mt-3 text-xs text-muted">{t('fee_text')}</p>
    </Card>
  );
}

function PurchaseForm({ detail, listing }: { readonly detail: Detail; readonly listing: Listing }) {
  const t = useText(nftText);
  const locale = useLocale();
  const confirmation = useConfirmation();
  const action = actionOf(detail);
  const isBox = action === 'buy_box';
  const { tile } = detail;
  if (action !== 'buy' && action !== 'buy_box')
    return (
      <Empty
        text={t(listing.state === 'sold' || listing.is_own === FLAG.no ? 'gone' : 'action_own')}
        action={
          <LinkButton variant="plain" to="/pages/nft/nft">
            {t('see_market')}
          </LinkButton>
        }
      />
    );
  const isShort = balanceAfter(listing) === undefined;
  const price = `${formatNumber(listing.price, { kind: 'full' }, locale)} ${listing.currency_name}`;
  const pay = (): void =>
    void payPurchase(
      confirmation.ask,
      {
        title: t(action),
        lines: [
          [t(isBox ? 'series' : 'artwork'), tile.name],
          [t('you_pay'), price],
        ],
        success: t(isBox ? 'box_bought' : 'bought'),
      },
      tile.code,
      listing.price,
    );
  return (
    <div className="flex flex-1 flex-col gap-4">
      <Subject tile={tile} />
      <Figures listing={listing} />
      <Callout>{t(isBox ? 'buy_box_text' : 'buy_text')}</Callout>
      <div className="mt-auto flex flex-col gap-2 pt-2">
        {isShort && (
          <LinkButton variant="plain" wide size="lg" to="/pages/fund/select">
            {t('top_up')}
          </LinkButton>
        )}
        <VerifiedOnly>
          <Button size="lg" wide disabled={isShort} onClick={() => withLogin(pay)}>
            {t('pay_amount', { price })}
          </Button>
        </VerifiedOnly>
      </div>
      <ConfirmSheet {...confirmation} />
    </div>
  );
}

function OfCode({ code }: { readonly code: string }) {
  const t = useText(nftText);
  const query = useGet('bind_box/getBoxDetail', { code }, { freshMs: 0 });
  return (
    <Loaded query={query} skeleton={<SkeletonForm />}>
      {(detail) =>
        detail.listing === null ? (
          <Empty text={t('gone')} next="back" />
        ) : (
          <PurchaseForm detail={detail} listing={detail.listing} />
        )
      }
    </Loaded>
  );
}

/** Purchase of a work or a box at its fixed price, confirmed with the pay password. */
export default function Purchase() {
  const t = useText(nftText);
  const code = useParam('code');
  return (
    <Page title={t('purchase')} back="/pages/nft/nft">
      {code === undefined ? <Missing /> : <OfCode code={code} />}
    </Page>
  );
}
