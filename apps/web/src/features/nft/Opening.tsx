import { useEffect, useRef } from 'react';
import { useText } from '../../lib/text.ts';
import { Button, cx } from '../../ui/index.ts';
import { NftPicture } from './NftPicture.tsx';
import { nftText } from './text.ts';
import type { Pictures, Tile } from './tile.ts';
import './Opening.css';

/** Length of the reveal, ms; the shaking before it lasts as long as the server needs. */
const REVEAL_MS = 1_900;
const RAYS = 12;
const SPARKS = 18;

/** Colours of light by rarity. */
const LIGHTS = { N: 'var(--gold)', R: '#6f8fd8', SR: '#f0c45a' } as const;

/** A closed box with a ribbon around its picture. */
export const BoxPicture = ({
  image,
  className,
}: {
  readonly image: Pictures;
  readonly className?: string;
}) => (
  <div className={cx('relative w-full max-w-[260px]', className)}>
    <NftPicture image={image} size="hero" eager className="aspect-square rounded-lg" />
    <span className="absolute inset-y-0 start-1/2 w-7 -translate-x-1/2 bg-gold/85" aria-hidden="true" />
    <span className="absolute inset-x-0 top-1/2 h-7 -translate-y-1/2 bg-gold/85" aria-hidden="true" />
    <span className="absolute inset-0 m-auto grid size-14 place-items-center rounded-full bg-gold text-2xl font-semibold text-on-gold">
      ?
    </span>
  </div>
);

/** Rays and sparks behind the work. Only transform and opacity move, so that the frames need no painting. */
function Light({ colour }: { readonly colour: string }) {
  return (
    <div className="pointer-events-none absolute inset-0" style={{ color: colour }} aria-hidden="true">
      <div className="nft-rays absolute -inset-1/4">
        {Array.from({ length: RAYS }, (_, ray) => (
          <span
            key={ray}
            className="absolute start-1/2 top-1/2 h-1/2 w-6 origin-top -translate-x-1/2 bg-linear-to-b from-current to-transparent opacity-50"
            style={{ rotate: `${(ray * 360) / RAYS}deg` }}
          />
        ))}
      </div>
      {Array.from({ length: SPARKS }, (_, spark) => (
        <span
          key={spark}
          className="absolute start-1/2 top-1/2"
          style={{ rotate: `${spark * 137.5}deg`, scale: 0.6 + (spark % 5) * 0.22 }}
        >
          <span
            className="nft-spark block size-2 rounded-full bg-current"
            style={{ animationDelay: `${(spark % 6) * 60}ms` }}
          />
        </span>
      ))}
    </div>
  );
}

const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The opening of a box: it shakes until the work is known, then the work rises out of the light. A tap skips it. */
export function Opening({
  image,
  work,
  onEnd,
}: {
  readonly image: Pictures;
  readonly work: Tile | null;
  readonly onEnd: () => void;
}) {
  const t = useText(nftText);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  }, [onEnd]);
  const isKnown = work !== null;
  useEffect(() => {
    if (!isKnown) return undefined;
    const timer = setTimeout(() => end.current(), isCalm() ? 0 : REVEAL_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-8 overflow-hidden" role="status">
      <span className="sr-only">{t('opening')}</span>
      <div className="relative grid w-full max-w-[300px] place-items-center">
        {work && <Light colour={LIGHTS[work.rarity ?? 'N']} />}
        <div
          className={cx(
            'col-start-1 row-start-1 grid w-full place-items-center',
            work ? 'nft-burst' : 'nft-shake',
          )}
        >
          <BoxPicture image={image} />
        </div>
        {work && (
          <div className="nft-rise col-start-1 row-start-1 w-full">
            <NftPicture
              image={work.image}
              alt={work.name}
              size="full"
              eager
              className="aspect-square rounded-lg"
            />
          </div>
        )}
      </div>
      <Button variant="quiet" disabled={!isKnown} onClick={onEnd}>
        {t('skip')}
      </Button>
    </div>
  );
}
