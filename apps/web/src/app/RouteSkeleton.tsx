import { NavBar } from '../ui/Page.tsx';
import { Skeleton, SkeletonArticle, SkeletonForm, SkeletonRows } from '../ui/Skeleton.tsx';
import type { Screen } from '../lib/screen.ts';

function TradeSkeleton() {
  return (
    <div className="grid grid-cols-[57fr_43fr] gap-3">
      <Skeleton className="col-span-2 h-11" />
      <Skeleton className="h-130" />
      <Skeleton className="h-112" />
    </div>
  );
}

/** Placeholder of a screen whose code is still loading. */
export function RouteSkeleton({ shape }: { readonly shape: NonNullable<Screen['skeleton']> }) {
  return (
    <>
      <NavBar title="" back={shape !== 'trade'} />
      <main className="flex-1 px-4" aria-busy="true">
        {shape === 'list' && <SkeletonRows rows={8} />}
        {shape === 'form' && <SkeletonForm fields={4} />}
        {shape === 'article' && <SkeletonArticle />}
        {shape === 'trade' && <TradeSkeleton />}
      </main>
    </>
  );
}
