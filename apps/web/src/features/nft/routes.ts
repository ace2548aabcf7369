import type { Screen } from '../../lib/screen.ts';
import { amountText } from '../../ui/amount/text.ts';
import { confirmText } from '../../ui/confirm/text.ts';
import { nftText } from './text.ts';

const texts = [nftText];
const paying = [nftText, confirmText];
const selling = [nftText, amountText, confirmText];
const detail = () => import('./Detail.tsx');

export const screens: readonly Screen[] = [
  { path: '/pages/nft/nft', load: () => import('./Gallery.tsx'), texts, wide: true },
  { path: '/pages/nft/components/artwork', load: () => import('./Artworks.tsx'), texts, wide: true },
  { path: '/pages/nft/components/artist', load: () => import('./Artists.tsx'), texts },
  {
    path: '/pages/nft/components/collection',
    load: () => import('./Collections.tsx'),
    texts,
    wide: true,
    by: ['id'],
  },
  { path: '/pages/nft/components/search', load: () => import('./SearchScreen.tsx'), texts, wide: true },
  {
    path: '/pages/nft/artistDetail',
    load: () => import('./ArtistDetail.tsx'),
    texts,
    wide: true,
    by: ['uid'],
  },
  { path: '/pages/nft/artworkDetail', load: detail, texts: selling, wide: true, by: ['code'] },
  { path: '/pages/nft/artworkDetail_video', load: detail, texts: selling, wide: true, by: ['code'] },
  {
    path: '/pages/nft/purchase',
    load: () => import('./Purchase.tsx'),
    texts: paying,
    protect: true,
    skeleton: 'form',
    by: ['code'],
  },
  {
    path: '/pages/nft/purchase_one',
    load: () => import('./PayOrder.tsx'),
    texts: paying,
    protect: true,
    skeleton: 'form',
    by: ['id'],
  },
  {
    path: '/pages/nft/resell',
    load: () => import('./Resell.tsx'),
    texts: selling,
    protect: true,
    skeleton: 'form',
    by: ['code'],
  },
  { path: '/pages/nft/mine', load: () => import('./Mine.tsx'), texts: paying, protect: true, wide: true },
  { path: '/pages/nft/myNft', load: () => import('./Box.tsx'), texts, protect: true, by: ['code'] },
  { path: '/pages/nft/apply', load: () => import('./Apply.tsx'), texts, protect: true, skeleton: 'form' },
  { path: '/pages/nft/studio', load: () => import('./Studio.tsx'), texts, protect: true },
  { path: '/pages/nft/upload', load: () => import('./Upload.tsx'), texts, protect: true, skeleton: 'form' },
];
