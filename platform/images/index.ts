export { encodeGif, encodePicture, encodeVideo } from './encode.ts';
export type { Pixels } from './encode.ts';
export { IMAGE_BYTES_MAX, measure, reencode, sniff } from './reencode.ts';
export type { Picture, ReencodeOptions } from './reencode.ts';
export { createPictureSizes } from './pictures.ts';
export type { PictureSizes } from './pictures.ts';
