/** Pictures on their way to the server: what is taken, and larger ones made to fit before they travel. */

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';
const BYTES_MAX = 5 * 1024 * 1024;
/** Longest side of a picture that had to be made smaller: a document stays readable. */
const SIDE_MAX = 3_000;
const QUALITY = 0.85;

/** How large a picture is drawn so that neither side is longer than `most`; never larger than it is. */
export function fittedSize(
  { width, height }: { readonly width: number; readonly height: number },
  most: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most / Math.max(width, height));
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

/** The picture itself, or one that the server takes in its place: phones make larger ones. Undefined where none can be made. */
export async function fittingPicture(file: Blob): Promise<Blob | undefined> {
  if (file.size <= BYTES_MAX) return file;
  const smaller = await drawnSmaller(file).catch(() => null);
  return smaller && smaller.size <= BYTES_MAX ? smaller : undefined;
}
