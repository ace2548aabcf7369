/** The logo: a cut stone whose facets make a K. */
export const Logo = ({ className }: { readonly className?: string }) => (
  <svg viewBox="0 0 64 64" className={className} aria-hidden="true">
    <path d="M18 6h28l14 18-28 34L4 24Z" fill="#d4ba83" />
    <path d="M18 6 4 24h16Z" fill="#eadab4" />
    <path d="M46 6 60 24H44Z" fill="#b8995a" />
    <path d="M20 24 32 58 4 24Z" fill="#c5a768" />
    <path d="M44 24 32 58l28-34Z" fill="#a3854a" />
    <path d="M24 16h5v11l9-11h6.500L35 27.500 44.500 40H38l-9-11.500V40h-5Z" fill="#221a08" />
  </svg>
);
