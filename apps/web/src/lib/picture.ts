/** Prepares pictures for upload: allowed types, and downscaling of large ones. */

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';
const BYTES_MAX = 5 * 1024 * 1024;
/** Longest side after downscaling; documents stay readable. */
const SIDE_MAX = 3_000;
const QUALITY = 0.85;

/** Scales to sides of at most `max`, never up. */
export function fittedSize(
  { width, height }: { readonly width: number; readonly height: number },
  max: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function drawnSmaller(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const size = fittedSize(picture, SIDE_MAX);
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}

/** Returns the picture, downscaled if it is too large; undefined where that is not possible. */
export async function fittingPicture(file: Blob): Promise<Blob | undefined> {
  if (file.size <= BYTES_MAX) return file;
  const smaller = await drawnSmaller(file).catch(() => null);
  return smaller && smaller.size <= BYTES_MAX ? smaller : undefined;
}
