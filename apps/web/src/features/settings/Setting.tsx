import { LANGUAGE_NAMES } from '@karat/i18n';
import {
  BadgeCheck,
  BadgePercent,
  Banknote,
  Bell,
  BookUser,
  CircleHelp,
  CreditCard,
  Crown,
  Gift,
  Globe,
  Headset,
  IdCard,
  Info,
  Languages,
  LogOut,
  Mail,
  MapPin,
  Network,
  Palette,
  ReceiptText,
  Scale,
  ShieldCheck,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { regionName, useRegion } from '../../lib/region.ts';
import { closeSession, useSession } from '../../lib/session.ts';
import type { User } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { useUnreadAnswers } from '../../lib/unread.ts';
import {
  Avatar,
  Badge,
  NotificationBell,
  Button,
  Dialog,
  Link,
  LinkButton,
  LinkCell,
  Page,
  Rows,
  Skeleton,
  UnreadDot,
} from '../../ui/index.ts';
import { settingsText } from './text.ts';

function Head({ user }: { readonly user: User }) {
  const t = useText(settingsText);
  return (
    <Link
      to="/pages/setting/userInfo"
      className="flex items-center gap-4 rounded-lg bg-surface p-5 active:bg-raised"
    >
      <Avatar src={user.head_portrait} name={user.nickname} size={64} />
      <span className="min-w-0 flex-1">
        <span className="block text-xl font-semibold wrap-anywhere">{user.nickname}</span>
        <span className="block text-sm text-muted tnum">UID {user.uid}</span>
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          <Badge intent="gold">{t('vip', { level: user.vip_level })}</Badge>
          {user.demo && (
            <Badge intent="info" wraps>
              {t('demo')}
            </Badge>
          )}
        </span>
      </span>
    </Link>
  );
}

function Visitor() {
  const t = useText(settingsText);
  return (
    <div className="rounded-lg bg-surface p-5">
      <p className="text-xl font-semibold">{t('welcome')}</p>
      <p className="mt-1 text-base text-muted">{t('welcome_text')}</p>
      <div className="mt-4 flex gap-3">
        <LinkButton to="/pages/common/login" className="min-w-0 flex-1 px-3!">
          {t('login')}
        </LinkButton>
        <LinkButton variant="plain" to="/pages/common/register" className="min-w-0 flex-1 px-3!">
          {t('register')}
        </LinkButton>
      </div>
    </div>
  );
}

function Logout() {
  const t = useText(settingsText);
  const [asking, setAsking] = useState(false);
  const leave = (): void => {
    // The local session ends at once; if the server cannot be reached, its session expires.
    const loggedOut = api.get('user/logout', {}, { quiet: true });
    closeSession();
    setAsking(false);
    loggedOut.catch(() => undefined);
  };
  return (
    <>
      <Button variant="plain" size="lg" wide className="mt-6" onClick={() => setAsking(true)}>
        <LogOut className="size-5" aria-hidden="true" />
        {t('logout')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('logout_ask')}
        confirm={t('logout')}
        onConfirm={leave}
      >
        {t('logout_text')}
      </Dialog>
    </>
  );
}

/** Account and settings. */
export default function Setting() {
  const t = useText(settingsText);
  const { token, user } = useSession();
  const unread = useUnreadAnswers();
  const { language, fiat, theme } = usePreferences();
  return (
    <Page title={t('settings')} right={token !== null && <NotificationBell />}>
      <div className="flex flex-col gap-6 wide:grid wide:grid-cols-3 wide:items-start">
        <div className="wide:col-span-3">
          {token === null ? <Visitor /> : user ? <Head user={user} /> : <Skeleton className="h-28" />}
        </div>
        <Rows title={t('group_account')}>
          <LinkCell to="/pages/setting/security" icon={<ShieldCheck />} label={t('security')} />
          <LinkCell to="/pages/setting/real" icon={<IdCard />} label={t('verification')} />
          <LinkCell to="/pages/setting/bill" icon={<ReceiptText />} label={t('bills')} />
          <LinkCell
            to="/pages/setting/vip"
            icon={<Crown />}
            label={t('vip_level')}
            value={user ? t('vip', { level: user.vip_level }) : undefined}
          />
          <LinkCell to="/pages/setting/share" icon={<Gift />} label={t('share')} />
          <LinkCell to="/pages/setting/coupon" icon={<BadgePercent />} label={t('coupons')} />
          <LinkCell to="/pages/setting/wallet" icon={<BookUser />} label={t('addresses')} />
          <LinkCell to="/pages/setting/bank" icon={<CreditCard />} label={t('cards')} />
        </Rows>
        <Rows title={t('group_app')}>
          <LinkCell
            to="/pages/setting/language"
            icon={<Languages />}
            label={t('language')}
            value={LANGUAGE_NAMES[language]}
          />
          <LinkCell
            to="/pages/setting/fiat"
            icon={<Banknote />}
            label={t('fiat')}
            value={fiat.currency_code}
          />
          <LinkCell
            to="/pages/setting/appearance"
            icon={<Palette />}
            label={t('appearance')}
            value={t(`theme_${theme}`)}
          />
          <LinkCell to="/pages/setting/notifications" icon={<Bell />} label={t('notifications')} />
          <LinkCell to="/pages/setting/areas" icon={<Globe />} label={t('areas')} value={<Area />} />
          <LinkCell to="/choose-location" icon={<MapPin />} label={t('region')} value={<Region />} />
          <LinkCell to="/pages/SwitchLine/SwitchLine" icon={<Network />} label={t('connection')} />
        </Rows>
        <Rows title={t('group_help')}>
          <LinkCell
            to="/pages/kefu/index"
            icon={<Headset />}
            label={t('support')}
            value={unread > 0 ? <UnreadDot count={unread} /> : undefined}
          />
          <LinkCell to="/pages/common/faq" icon={<CircleHelp />} label={t('faq')} />
          <LinkCell to="/pages/common/contactus" icon={<Mail />} label={t('contact')} />
          <LinkCell to="/pages/common/aboutus" icon={<Info />} label={t('about')} />
          <LinkCell to="/pages/setting/operational_compliance" icon={<Scale />} label={t('compliance')} />
          <LinkCell to="/pages/proofs/liabilities" icon={<BadgeCheck />} label={t('liabilities')} />
        </Rows>
      </div>
      <div className="wide:w-80">{token !== null && <Logout />}</div>
    </Page>
  );
}

function Area() {
  const area = usePreferences((state) => state.area);
  return <span className="tnum">+{area}</span>;
}

function Region() {
  const t = useText(settingsText);
  const locale = useLocale();
  const region = useRegion();
  return region === null ? t('region_unset') : regionName(region, locale);
}
