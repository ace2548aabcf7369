/** The NFT marketplace: artists, artworks, sales, auctions and blind boxes. */
export { nftMessages } from './messages.ts';
export { nftNotices } from './notices.ts';
