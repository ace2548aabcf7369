import { NavBar } from '../ui/Page.tsx';
import { Skeleton, SkeletonForm, SkeletonRows } from '../ui/Skeleton.tsx';
import type { Screen } from '../lib/screen.ts';

function Article() {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Skeleton className="mb-3 h-8 w-3/4" />
      {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, line) => (
        <Skeleton key={line} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}

function Trade() {
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

/** What stands in for a screen whose code is still on its way: its shape in grey. */
export function Pending({ shape }: { readonly shape: NonNullable<Screen['skeleton']> }) {
  return (
    <>
      <NavBar title="" />
      <main className="flex-1 px-4" aria-busy="true">
        {shape === 'list' && <SkeletonRows rows={8} />}
        {shape === 'form' && <SkeletonForm fields={4} />}
        {shape === 'article' && <Article />}
        {shape === 'trade' && <Trade />}
      </main>
    </>
  );
}
