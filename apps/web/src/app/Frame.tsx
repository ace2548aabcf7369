import type { ReactNode } from 'react';
import type { Tab } from '../lib/screen.ts';
import { cx } from '../ui/cx.ts';
import { Rail, TabBar } from './TabBar.tsx';

interface FrameProps {
  /** The chosen tab; without one there is no tab bar. */
  readonly tab: Tab | undefined;
  readonly wide: boolean;
  readonly children: ReactNode;
}

/** The column of a screen with the tabs. */
export const Frame = ({ tab, wide, children }: FrameProps) => (
  <div className="ps-(--rail)">
    <Rail active={tab} />
    <div
      className={cx(
        'page mx-auto flex min-h-dvh w-full flex-col',
        wide ? 'max-w-[480px] wide:max-w-[1600px]' : 'max-w-[480px]',
        tab && 'pb-(--bar)',
      )}
    >
      {children}
    </div>
    {tab && <TabBar active={tab} />}
  </div>
);
