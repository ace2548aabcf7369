import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { onLine } from '../../lib/line.ts';
import { cx } from '../../ui/index.ts';
import type { Pictures } from './tile.ts';

/** How wide a picture is shown, for the choice of its file. */
export const SIZES = {
  row: '56px',
  tile: '(min-width: 1024px) 260px, 50vw',
  hero: '(min-width: 480px) 300px, 72vw',
  full: '(min-width: 1024px) 640px, (min-width: 480px) 480px, 100vw',
} as const;

/** A picture of a work in the size that fits, on its dominant colour until it is loaded. */
export function NftPicture({
  image,
  alt = '',
  size,
  eager = false,
  className,
}: {
  readonly image: Pictures;
  /** Empty where the name stands beside it. */
  readonly alt?: string;
  readonly size: keyof typeof SIZES;
  /** Loads at once: for the picture of the screen. */
  readonly eager?: boolean;
  readonly className?: string;
}) {
  const [state, setState] = useState<'loading' | 'loaded' | 'lost'>('loading');
  return (
    <span
      style={{ backgroundColor: image.colour }}
      className={cx('relative block overflow-hidden', className)}
    >
      {state === 'lost' ? (
        <ImageOff
          className="absolute inset-0 m-auto size-8 max-w-1/2 text-[#fff] mix-blend-difference"
          aria-hidden="true"
        />
      ) : (
        <img
          src={onLine(image.medium)}
          srcSet={`${onLine(image.small)} 160w, ${onLine(image.medium)} 480w, ${onLine(image.large)} 1080w`}
          sizes={SIZES[size]}
          width={image.width}
          height={image.height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => setState('loaded')}
          onError={() => setState('lost')}
          className={cx(
            'absolute inset-0 size-full object-cover transition-opacity duration-300',
            state === 'loading' && 'opacity-0',
          )}
        />
      )}
    </span>
  );
}
