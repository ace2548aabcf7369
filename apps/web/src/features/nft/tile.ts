import { NFT_BOX_STATUS, NFT_TYPE } from '@karat/contract';
import type { ReplyOf } from '../../lib/calls.ts';
import type { Path, Search } from '../../lib/paths.ts';

export type Tile = ReplyOf<'bind_box/getBoxList'>['data'][number];
export type Detail = ReplyOf<'bind_box/getBoxDetail'>;
export type Listing = NonNullable<Detail['listing']>;
export type Series = NonNullable<Detail['series']>;
export type Pictures = Tile['image'];
export type Artist = ReplyOf<'bind_box/getArtist'>['data'][number];
export type Collection = ReplyOf<'bind_box/getCollection'>['data'][number];
export type Order = ReplyOf<'bind_box/order'>;

/** Whether a work has to be played. */
export const isPlayed = (type: Tile['type']): boolean => type === NFT_TYPE.audio || type === NFT_TYPE.video;

/** The screen of a work, box or series. */
export function screenOf({ code, type, rarity_status }: Pick<Tile, 'code' | 'type' | 'rarity_status'>): {
  readonly to: Path;
  readonly search: Search;
} {
  if (code.startsWith('B') && rarity_status === NFT_BOX_STATUS.unopened)
    return { to: '/pages/nft/myNft', search: { code } };
  return {
    to: isPlayed(type) ? '/pages/nft/artworkDetail_video' : '/pages/nft/artworkDetail',
    search: { code },
  };
}
