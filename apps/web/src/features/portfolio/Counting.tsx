import { useEffect } from 'react';
import { useText } from '../../lib/text.ts';
import { Callout } from '../../ui/index.ts';
import { portfolioText } from './text.ts';

const AGAIN_MS = 1_500;

/** Says that older movements are still being counted, and reads again until all are. */
export function Counting({
  complete,
  refetch,
}: {
  readonly complete: boolean;
  readonly refetch: () => unknown;
}) {
  const t = useText(portfolioText);
  useEffect(() => {
    if (complete) return undefined;
    const timer = setInterval(refetch, AGAIN_MS);
    return () => clearInterval(timer);
  }, [complete, refetch]);
  return complete ? null : <Callout intent="wait">{t('counting')}</Callout>;
}
