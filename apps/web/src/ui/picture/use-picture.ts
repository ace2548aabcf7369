import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { fittingPicture } from '../../lib/picture.ts';

/** An uploaded picture and its local preview. */
export interface Picture {
  readonly address: string;
  readonly shown: string;
}

/** Uploads a chosen picture at once, by default as the user's own. `tooLarge` holds until the next one is chosen; other refusals are shown as toasts. */
export function usePicture(
  onPicture: (picture: Picture) => Promise<void> | void,
  upload: (picture: Blob) => Promise<string> = (picture) => api.upload(picture),
) {
  const [busy, setBusy] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    try {
      const picture = await fittingPicture(file);
      setTooLarge(picture === undefined);
      if (picture) await onPicture({ address: await upload(picture), shown: URL.createObjectURL(picture) });
    } catch {
      // The refusal has been shown; the previous picture stays.
    } finally {
      setBusy(false);
    }
  };
  return { busy, tooLarge, choose };
}
