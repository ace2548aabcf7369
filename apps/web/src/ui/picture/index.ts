export { PictureField } from './PictureField.tsx';
export { usePicture } from './use-picture.ts';
export type { Picture } from './use-picture.ts';
export { pictureText } from './text.ts';
