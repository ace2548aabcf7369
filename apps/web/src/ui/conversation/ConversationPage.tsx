import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Path } from '../../lib/paths.ts';
import { NavBar } from '../Page.tsx';

interface ConversationPageProps {
  /** Plain title, for the window. */
  readonly name: string;
  readonly title: ReactNode;
  readonly back: Path;
  readonly right?: ReactNode;
  /** Below the bar: queue, hours. */
  readonly notice?: ReactNode;
  /** The list, or what stands in its place. */
  readonly children: ReactNode;
  /** Composer, or what stands in its place. */
  readonly footer?: ReactNode;
}

/** Keeps the page above the keyboard of a phone, which covers the page in some browsers instead of making it shorter. */
function useAboveKeyboard(): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const visible = window.visualViewport;
    if (!visible) return;
    const fit = (): void => {
      // A zoomed page is smaller for another reason.
      const covered = visible.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - visible.height);
      page.current?.style.setProperty('padding-bottom', `${Math.round(covered)}px`);
      if (covered > 0) window.scrollTo(0, 0);
    };
    visible.addEventListener('resize', fit);
    visible.addEventListener('scroll', fit);
    fit();
    return () => {
      visible.removeEventListener('resize', fit);
      visible.removeEventListener('scroll', fit);
    };
  }, []);
  return page;
}

/** A screen of exactly the height of the window: the bar, a list that scrolls, and the composer. */
export function ConversationPage({
  name,
  title,
  back,
  right,
  notice,
  children,
  footer,
}: ConversationPageProps) {
  return (
    <>
      <title>{`${name} · Karat`}</title>
      <div ref={useAboveKeyboard()} className="flex min-h-0 flex-1 basis-[0px] flex-col">
        <NavBar title={title} back={back} right={right} />
        {notice}
        <main className="flex min-h-0 flex-1 basis-[0px] flex-col">
          {children}
          {footer}
        </main>
      </div>
    </>
  );
}
