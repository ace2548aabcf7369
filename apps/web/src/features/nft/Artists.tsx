import { Palette } from 'lucide-react';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Avatar, Empty, LinkButton, List, ListRow, LoadedPages, Num, Page, RowEnd } from '../../ui/index.ts';
import { AutoMore } from './AutoMore.tsx';
import { nftText } from './text.ts';
import type { Artist } from './tile.ts';

/** What the sales of an artist brought; the first currency is enough for a row. */
function Turnover({ artist }: { readonly artist: Artist }) {
  const [first] = artist.turnover;
  return first ? <Num value={first.amount} unit={first.currency_name} /> : <Num value="0" />;
}

/** Artists, those with the most sales first. */
export function ArtistList({ keyword }: { readonly keyword?: string }) {
  const t = useText(nftText);
  const artists = usePages('get', 'bind_box/getArtist', keyword === undefined ? {} : { keyword });
  return (
    <LoadedPages
      query={artists}
      empty={
        <Empty
          icon={<Palette />}
          text={t('no_artists')}
          action={
            keyword === undefined && (
              <LinkButton variant="plain" to="/pages/nft/apply">
                {t('become_artist')}
              </LinkButton>
            )
          }
        />
      }
    >
      {(rows) => (
        <>
          <List ground="card">
            {rows.map((artist) => (
              <ListRow
                key={artist.uid}
                to="/pages/nft/artistDetail"
                search={{ uid: artist.uid }}
                icon={<Avatar src={artist.avatar} name={artist.name} size={44} />}
                title={artist.name}
                hint={t('works_count', { count: artist.works })}
                end={<RowEnd hint={t('sales_total')}>{<Turnover artist={artist} />}</RowEnd>}
              />
            ))}
          </List>
          <AutoMore query={artists} />
        </>
      )}
    </LoadedPages>
  );
}

/** The artists of the marketplace. */
export default function Artists() {
  const t = useText(nftText);
  return (
    <Page title={t('artists')} back="/pages/nft/nft">
      <ArtistList />
    </Page>
  );
}
