import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Sheet, Skeleton } from '../../ui/index.ts';
import { supportText } from './text.ts';
import type { Transport } from './transport.ts';

interface PictureProps {
  readonly transport: Transport;
  readonly conversation: number;
  readonly message: number;
}

/** The picture of a message as an object URL; `null` if it cannot be loaded. */
function usePrivatePicture({ transport, conversation, message }: PictureProps): string | null | undefined {
  const [shown, setShown] = useState<string | null>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    transport.picture(conversation, message).then(
      (blob) => {
        if (!isGone) setShown((made = URL.createObjectURL(blob)));
      },
      () => isGone || setShown(null),
    );
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [transport, conversation, message]);
  return shown;
}

/** A picture of a message; a tap shows it larger. */
export function PrivatePicture(picture: PictureProps) {
  const t = useText(supportText);
  const shown = usePrivatePicture(picture);
  const [large, setLarge] = useState(false);
  if (shown === undefined) return <Skeleton className="my-1 h-40 w-56" />;
  if (shown === null)
    return (
      <span className="my-1 flex items-center gap-2 text-sm text-muted">
        <ImageOff className="size-5 shrink-0" aria-hidden="true" />
        {t('picture_failed')}
      </span>
    );
  return (
    <>
      <button type="button" onClick={() => setLarge(true)} className="my-1 block">
        <img src={shown} alt={t('picture')} className="max-h-64 max-w-full rounded-md object-contain" />
      </button>
      <Sheet open={large} onClose={() => setLarge(false)} title={t('picture')}>
        <img src={shown} alt={t('picture')} className="w-full object-contain px-4 pb-4" />
      </Sheet>
    </>
  );
}
