export { IMAGE_BYTES_MAX, reencode, sniff } from './reencode.ts';
export type { Picture, ReencodeOptions } from './reencode.ts';
