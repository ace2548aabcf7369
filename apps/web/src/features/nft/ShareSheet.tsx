import { Link2, Share2 } from 'lucide-react';
import { copyText } from '../../lib/copy.ts';
import { addressOf } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { Button, Logo, Num, Sheet } from '../../ui/index.ts';
import { qrPicture } from '../../ui/picture/qr.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import { screenOf } from './tile.ts';
import type { Tile } from './tile.ts';

const linkOf = (tile: Tile): string => {
  const { to, search } = screenOf(tile);
  return `${location.origin}${location.pathname}#${addressOf(to, search)}`;
};

function ShareCard({ tile }: { readonly tile: Tile }) {
  const t = useText(nftText);
  const link = linkOf(tile);
  const price = tile.now_price ?? tile.price;
  const send = (): void => {
    // Closing the system's share sheet is not an error.
    void navigator
      .share({ title: tile.name, text: `${tile.name} · ${tile.artist.name}`, url: link })
      .catch(() => undefined);
  };
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      <figure className="overflow-hidden rounded-lg bg-raised">
        <NftPicture image={tile.image} alt={tile.name} size="full" className="aspect-[4/3]" />
        <figcaption className="flex items-center gap-3 p-4">
          <div className="min-w-0 flex-1">
            <p className="text-lg font-semibold wrap-anywhere">{tile.name}</p>
            <p className="text-sm text-muted">{tile.artist.name}</p>
            {price !== null && (
              <Num value={price} unit={tile.currency_name ?? ''} className="font-semibold" />
            )}
            <p className="mt-2 flex items-center gap-1.5 text-xs text-muted">
              <Logo className="size-4" /> Karat
            </p>
          </div>
          <img
            src={qrPicture(link)}
            alt={t('share_qr')}
            width={84}
            height={84}
            className="rounded-sm bg-[#fff] p-1"
          />
        </figcaption>
      </figure>
      <div className="flex flex-col gap-2">
        {'share' in navigator && (
          <Button size="lg" wide onClick={send}>
            <Share2 className="size-5" aria-hidden="true" />
            {t('share')}
          </Button>
        )}
        <Button size="lg" wide variant="plain" onClick={() => void copyText(link)}>
          <Link2 className="size-5" aria-hidden="true" />
          {t('copy_link')}
        </Button>
      </div>
    </div>
  );
}

/** A card of a work with a QR code of its address. */
export function ShareSheet({
  open,
  tile,
  onClose,
}: {
  readonly open: boolean;
  readonly tile: Tile;
  readonly onClose: () => void;
}) {
  const t = useText(nftText);
  return (
    <Sheet open={open} onClose={onClose} title={t('share')}>
      <ShareCard tile={tile} />
    </Sheet>
  );
}
