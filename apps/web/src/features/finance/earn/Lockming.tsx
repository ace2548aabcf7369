import { CircleHelp } from 'lucide-react';
import { useParam } from '../../../lib/params.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { Link, LinkIcon, Page } from '../../../ui/index.ts';
import { EarnTotals } from './EarnTotals.tsx';
import { isCategory } from './offer.ts';
import { Offers } from './Offers.tsx';
import { earnText } from './text.ts';

/** Everything that is on offer, and what the own orders bring. */
export default function Lockming() {
  const t = useText(earnText);
  const category = useParam('category');
  const loggedIn = useSession((state) => state.token !== null);
  return (
    <Page
      title={t('title')}
      back="/pages/financial/index"
      className="gap-4"
      right={
        <LinkIcon to="/pages/lockming/welcome" label={t('how')}>
          <CircleHelp />
        </LinkIcon>
      }
    >
      {loggedIn && (
        <>
          <EarnTotals />
          <Link
            to="/pages/lockming/order"
            className="flex min-h-11 items-center justify-center rounded-md bg-surface text-base font-medium text-gold-ink"
          >
            {t('orders')}
          </Link>
        </>
      )}
      <div>
        <Offers key={category} first={isCategory(category) ? category : 'all'} />
      </div>
    </Page>
  );
}
