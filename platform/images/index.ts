export { IMAGE_BYTES_MAX, measure, reencode, sniff } from './reencode.ts';
export type { Picture, ReencodeOptions } from './reencode.ts';
