import { Search, UserRound } from 'lucide-react';
import { useGet } from '../../lib/query.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Avatar, Badge, NotificationBell, LinkIcon, Logo, Page } from '../../ui/index.ts';
import { Banners } from './Banners.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Greeting } from './Greeting.tsx';
import { Movers } from './Movers.tsx';
import { NewsLine } from './NewsLine.tsx';
import { Notice } from './Notice.tsx';
import { homeText } from './text.ts';
import { Tiles } from './Tiles.tsx';

/** Header of the home screen. */
function Bar() {
  const t = useText(homeText);
  const shell = useText(shellText);
  const user = useSession((state) => state.user);
  const site = useGet('getSiteConfig', {}, { freshMs: Infinity });
  return (
    <header className="sticky top-(--notice) z-20 flex min-h-(--navbar) items-center gap-1 bg-bg px-1 pt-[max(0px,env(safe-area-inset-top)-var(--notice))]">
      <div className="flex flex-1">
        <LinkIcon to="/pages/setting/setting" label={t('account')}>
          {user ? <Avatar src={user.head_portrait} name={user.nickname} size={32} /> : <UserRound />}
        </LinkIcon>
      </div>
      <h1 className="flex flex-wrap items-center justify-center gap-x-2 text-lg font-semibold">
        <span className="flex items-center gap-2">
          <Logo className="size-6" />
          Karat
        </span>
        {site.data?.demo && <Badge intent="gold">{shell('demo_money')}</Badge>}
      </h1>
      <div className="flex flex-1 justify-end">
        <LinkIcon to="/pages/market/search" label={shell('search')}>
          <Search />
        </LinkIcon>
        <NotificationBell />
      </div>
    </header>
  );
}

/** The home screen: assets or invitation, first steps, tiles, markets, news. */
export default function Home() {
  const shell = useText(shellText);
  return (
    <Page title={shell('tab_home')} bar={<Bar />} className="gap-4">
      <div className="flex flex-col gap-4 wide:grid wide:grid-cols-[3fr_2fr] wide:grid-rows-[auto_auto_auto_auto_1fr] wide:items-start">
        <Greeting />
        <FirstSteps />
        <Tiles />
        <div className="wide:col-start-2 wide:row-span-5 wide:row-start-1">
          <Movers />
        </div>
        <Banners />
        <NewsLine />
      </div>
      <Notice />
    </Page>
  );
}
