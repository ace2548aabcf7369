import { ImagePlus } from 'lucide-react';
import type { ReplyOf } from '../../lib/calls.ts';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Badge, Empty, LinkButton, List, ListRow, LoadedPages, Page } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';

type Artwork = ReplyOf<'bind_box/getMyArtworks'>['data'][number];

const STATES = { review: 'gold', approved: 'good', rejected: 'bad', hidden: 'bad' } as const;

function ArtworkRow({ work }: { readonly work: Artwork }) {
  const t = useText(nftText);
  const [code] = work.codes;
  return (
    <ListRow
      {...(code === undefined ? {} : { to: '/pages/nft/artworkDetail' as const, search: { code } })}
      icon={<NftPicture image={work.image} size="row" className="size-14 shrink-0 rounded-sm" />}
      title={work.name}
      hint={t('editions_count', { count: work.editions })}
      {...(work.reason === null ? {} : { meta: `${t(`reason_${work.reason}`)} ${work.note ?? ''}` })}
      end={<Badge intent={STATES[work.state]}>{t(`review_${work.state}`)}</Badge>}
    />
  );
}

/** The own works as artist with their review. */
export default function Studio() {
  const t = useText(nftText);
  const works = usePages('get', 'bind_box/getMyArtworks', {});
  const upload = (
    <LinkButton size="lg" wide to="/pages/nft/upload">
      <ImagePlus className="size-5" aria-hidden="true" />
      {t('upload_work')}
    </LinkButton>
  );
  return (
    <Page title={t('studio')} back="/pages/nft/apply" footer={upload}>
      <LoadedPages query={works} empty={<Empty icon={<ImagePlus />} text={t('no_own_works')} />}>
        {(rows) => (
          <List ground="card">
            {rows.map((work) => (
              <ArtworkRow key={work.id} work={work} />
            ))}
          </List>
        )}
      </LoadedPages>
    </Page>
  );
}
