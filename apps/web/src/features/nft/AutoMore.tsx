import { useEffect, useRef } from 'react';
import type { Pages } from '../../lib/query.ts';

/** How far before the end of the list the next page is loaded. */
const AHEAD = '600px';

/** Loads the next page of a list shortly before its end is reached; after an error it waits for the person. */
export function AutoMore<Row>({ query }: { readonly query: Pages<Row> }) {
  const mark = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, more } = query;
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const element = mark.current;
    if (!element || !isReady) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
  return <div ref={mark} aria-hidden="true" />;
}
