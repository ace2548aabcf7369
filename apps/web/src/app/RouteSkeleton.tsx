import { NavBar } from '../ui/Page.tsx';
import { Skeleton, SkeletonArticle, SkeletonForm, SkeletonRows } from '../ui/Skeleton.tsx';
import type { Screen } from '../lib/screen.ts';

function TradeSkeleton() {
  return (
    <div className="flex flex-col gap-4 pt-2">
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-64" />
      <div className="flex gap-4">
        <Skeleton className="h-72 flex-1" />
        <Skeleton className="h-72 w-2/5" />
      </div>
    </div>
  );
}

/** Placeholder of a screen whose code is still loading. */
export function RouteSkeleton({ shape }: { readonly shape: NonNullable<Screen['skeleton']> }) {
  return (
    <>
      <NavBar title="" />
      <main className="flex-1 px-4" aria-busy="true">
        {shape === 'list' && <SkeletonRows rows={8} />}
        {shape === 'form' && <SkeletonForm fields={4} />}
        {shape === 'article' && <SkeletonArticle />}
        {shape === 'trade' && <TradeSkeleton />}
      </main>
    </>
  );
}
