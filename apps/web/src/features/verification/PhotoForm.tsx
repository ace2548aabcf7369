import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { api } from '../../lib/api.ts';
import { go } from '../../lib/navigation.ts';
import { useAction } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Spinner, cx } from '../../ui/index.ts';
import { Privacy } from './DataForm.tsx';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from './rules.ts';
import { verificationText } from './text.ts';

type Side = 'front' | 'reverse';

/** A picture that is on the server, and how it looks here. */
interface Photo {
  readonly address: string;
  readonly shown: string;
}

interface PhotoFieldProps {
  readonly side: Side;
  readonly photo: Photo | undefined;
  readonly wanting: boolean;
  readonly onPhoto: (photo: Photo) => void;
}

/** One side: a frame of the shape of a card, tapped to choose a picture, which goes up at once. */
function PhotoField({ side, photo, wanting, onPhoto }: PhotoFieldProps) {
  const t = useText(verificationText);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const name = t(side);
  useEffect(
    () => () => {
      if (photo) URL.revokeObjectURL(photo.shown);
    },
    [photo],
  );
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > IMAGE_BYTES_MAX) {
      toast(t('photo_large'), 'bad');
      return;
    }
    setBusy(true);
    try {
      onPhoto({ address: await api.upload(file), shown: URL.createObjectURL(file) });
    } catch {
      // The refusal has been told; the former picture stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <p className="mb-2 px-1 text-sm text-muted">{name}</p>
      <label
        htmlFor={id}
        className={cx(
          'relative grid aspect-[8/5] w-full cursor-pointer place-items-center overflow-hidden rounded-lg border-2 border-dashed bg-surface has-focus-visible:outline-2 has-focus-visible:outline-gold-ink',
          wanting ? 'border-bad-ink' : 'border-line',
        )}
      >
        {photo && (
          <img src={photo.shown} alt={t('photo_of', { side: name })} className="size-full object-cover" />
        )}
        <span
          className={cx(
            'flex items-center gap-2 text-base font-medium',
            photo ? 'absolute bottom-2 rounded-full bg-bg/85 px-4 py-2' : 'flex-col text-muted',
          )}
        >
          {busy ? (
            <Spinner />
          ) : (
            <ImagePlus className={photo ? 'size-5' : 'size-8 text-gold-ink'} aria-hidden="true" />
          )}
          {t(photo ? 'photo_change' : 'photo_add')}
        </span>
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES}
          disabled={busy}
          aria-label={`${t(photo ? 'photo_change' : 'photo_add')}: ${name}`}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
    </div>
  );
}

/** Level 2: photos of both sides of the document. */
export function PhotoForm() {
  const t = useText(verificationText);
  const [photos, setPhotos] = useState<Readonly<Partial<Record<Side, Photo>>>>({});
  const [checked, setChecked] = useState(false);
  const send = useAction('user/real', {
    outdates: ['real/state', 'user/info'],
    onDone: () => {
      toast(t('done'), 'good');
      go.back('/pages/setting/real');
    },
  });
  const { front, reverse } = photos;
  const submit = (): void => {
    setChecked(true);
    if (!front || !reverse) {
      toast(t('photo_missing'), 'bad');
      return;
    }
    send.mutate({ real_type: 2, front_pic: front.address, reverse_pic: reverse.address });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-base text-muted">{t('photo_hint')}</p>
      {(['front', 'reverse'] as const).map((side) => (
        <PhotoField
          key={side}
          side={side}
          photo={photos[side]}
          wanting={checked && !photos[side]}
          onPhoto={(photo) => setPhotos((before) => ({ ...before, [side]: photo }))}
        />
      ))}
      <Privacy />
      <Button type="submit" size="lg" wide busy={send.isPending || send.isSuccess}>
        {t('submit')}
      </Button>
    </form>
  );
}
