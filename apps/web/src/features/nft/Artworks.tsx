import { useText } from '../../lib/text.ts';
import { Page } from '../../ui/index.ts';
import { ArtworkList } from './ArtworkList.tsx';
import { nftText } from './text.ts';

/** All works of the marketplace with filters. */
export default function Artworks() {
  const t = useText(nftText);
  return (
    <Page title={t('artworks')} back="/pages/nft/nft">
      <ArtworkList list="gallery" />
    </Page>
  );
}
