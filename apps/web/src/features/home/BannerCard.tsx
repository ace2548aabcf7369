import { onLine } from '../../lib/line.ts';
import { cx } from '../../ui/index.ts';

const GROUNDS = [
  'from-[#3b2f14] to-[#8a6d2f]',
  'from-[#10352c] to-[#1d7f67]',
  'from-[#1f2a4a] to-[#4864a8]',
] as const;

/** Decoration of a banner without a picture. */
const Rings = () => (
  <svg viewBox="0 0 120 120" className="absolute -end-6 -bottom-10 size-40 text-[#ffffff]" aria-hidden="true">
    {[18, 34, 50].map((radius) => (
      <circle
        key={radius}
        cx="60"
        cy="60"
        r={radius}
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.18"
        strokeWidth="6"
      />
    ))}
  </svg>
);

/** The picture of a banner, darkened at the side of its text: white stays legible on any picture. */
const Picture = ({ address }: { readonly address: string }) => (
  <>
    <img src={onLine(address)} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
    <span className="absolute inset-0 bg-[#000000]/55" />
  </>
);

/** One banner with its picture; without one its place in the row chooses the ground. */
export const BannerCard = ({
  title,
  abstract,
  thumbnail,
  place,
  onOpen,
}: {
  readonly title: string;
  readonly abstract: string;
  /** Address of a picture, or null. */
  readonly thumbnail: string | null;
  readonly place: number;
  readonly onOpen: () => void;
}) => (
  <button
    type="button"
    onClick={onOpen}
    className={cx(
      'relative flex min-h-32 w-full shrink-0 snap-center flex-col justify-center rounded-lg bg-linear-to-br p-5 text-start text-[#ffffff]',
      GROUNDS[place % GROUNDS.length],
    )}
  >
    <span className="absolute inset-0 overflow-hidden rounded-lg">
      {thumbnail === null ? <Rings /> : <Picture address={thumbnail} />}
    </span>
    <span className="relative block text-xl font-semibold">{title}</span>
    <span className="relative mt-1 block max-w-[85%] text-sm">{abstract}</span>
  </button>
);
