import { ImagePlus } from 'lucide-react';
import { useEffect, useId } from 'react';
import { colonOf } from '../../lib/format.ts';
import { PICTURE_TYPES } from '../../lib/picture.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Spinner } from '../Button.tsx';
import { cx } from '../cx.ts';
import { pictureText } from './text.ts';
import { usePicture } from './use-picture.ts';
import type { Picture } from './use-picture.ts';

interface PictureFieldProps {
  readonly label: string;
  /** Alternative text of the chosen picture. */
  readonly alt: string;
  readonly picture: Picture | null;
  readonly onPicture: (picture: Picture) => void;
  readonly error?: string | null;
  readonly hint?: string;
  /** `card`: the shape of an identity card, filled. `free`: the picture's own shape. */
  readonly shape?: 'card' | 'free';
}

const SHAPES = {
  card: { frame: 'aspect-[8/5]', picture: 'size-full object-cover' },
  free: { frame: 'min-h-36', picture: 'max-h-80 w-full object-contain' },
} as const;

/** A field that uploads a picture at once and shows it. */
export function PictureField({
  label,
  alt,
  picture,
  onPicture,
  error,
  hint,
  shape = 'free',
}: PictureFieldProps) {
  const t = useText(pictureText);
  const locale = useLocale();
  const id = useId();
  const { busy, tooLarge, choose } = usePicture(onPicture);
  const shown = picture?.shown;
  useEffect(() => () => void (shown !== undefined && URL.revokeObjectURL(shown)), [shown]);
  const wrong = tooLarge ? t('large') : error;
  const action = t(picture ? 'change' : 'add');
  return (
    <div>
      <p className="mb-2 text-sm text-muted">{label}</p>
      <label
        htmlFor={id}
        className={cx(
          'relative grid w-full cursor-pointer place-items-center overflow-hidden rounded-lg border-2 border-dashed bg-surface has-focus-visible:outline-2 has-focus-visible:outline-gold-ink',
          wrong ? 'border-bad-ink' : 'border-line',
          SHAPES[shape].frame,
        )}
      >
        {picture && <img src={picture.shown} alt={alt} className={SHAPES[shape].picture} />}
        <span
          className={cx(
            'flex items-center gap-2 text-base font-medium',
            picture ? 'absolute bottom-2 rounded-full bg-bg/85 px-4 py-2' : 'flex-col text-muted',
          )}
        >
          {busy ? (
            <Spinner />
          ) : (
            <ImagePlus className={picture ? 'size-5' : 'size-8 text-gold-ink'} aria-hidden="true" />
          )}
          {action}
        </span>
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          disabled={busy}
          aria-label={`${action}${colonOf(locale)}${label}`}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong || hint !== undefined ? `${id}-note` : undefined}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {(wrong || hint !== undefined) && (
        <p
          id={`${id}-note`}
          role={wrong ? 'alert' : undefined}
          className={cx('mt-1.5 text-xs', wrong ? 'text-bad-ink' : 'text-muted')}
        >
          {wrong || hint}
        </p>
      )}
    </div>
  );
}
