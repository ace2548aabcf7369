export { ARTISTS } from './artists.ts';
export type { ArtistKey, DemoArtist } from './artists.ts';
export { startGalleryThread } from './gallery-thread.ts';
export type { GalleryThread } from './gallery-thread.ts';
export { renderPortrait, renderWork } from './media.ts';
export type { MediaFile, WorkMedia } from './media.ts';
export { COLLECTIONS, WORKS } from './works.ts';
export type { CollectionName, DemoWork } from './works.ts';
