import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Banknote,
  BookOpenText,
  Eye,
  EyeOff,
  Repeat,
} from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import type { Path } from '../../lib/paths.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { usePost } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { inFiat, totalOf } from '../../lib/worth.ts';
import { Badge, Donut, Link, LinkIcon, IconButton, Loaded, Num, Page, sliceColour } from '../../ui/index.ts';
import { AccountBalances } from './AccountBalances.tsx';
import { holdings, largest } from './balances.ts';
import { OtherAssets } from './OtherAssets.tsx';
import { PortfolioChart, PortfolioLinks } from './Portfolio.tsx';
import { assetsText } from './text.ts';
import { useLiveBalances } from './live-balances.ts';

type Wallets = AllReplies['wallet/list'];

/** Maximum slices of the chart; the rest becomes one. */
const SLICES = 5;

function Action({ to, icon, name }: { readonly to: Path; readonly icon: ReactNode; readonly name: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-16 min-w-min flex-1 flex-col items-center gap-1 rounded-md py-2 active:bg-raised"
    >
      <span className="text-gold-ink [&_svg]:size-5.5" aria-hidden="true">
        {icon}
      </span>
      <span className="line-clamp-2 w-full text-center text-xs text-balance">{name}</span>
    </Link>
  );
}

/** Allocation of the assets as a ring chart with its legend. */
function ByCurrency({ wallets }: { readonly wallets: Wallets }) {
  const t = useText(assetsText);
  const slices = largest(holdings(wallets), SLICES, t('others'));
  if (slices.length === 0) return null;
  const total = slices.reduce((sum, { worth }) => sum + worth, 0n);
  // Ten-thousandths are exact enough for the chart.
  const share = (worth: bigint): number => Number((worth * 10_000n) / total) / 100;
  return (
    <section
      aria-label={t('by_currency')}
      className="flex flex-wrap items-center justify-center gap-5 rounded-lg bg-surface p-4"
    >
      <Donut
        slices={slices.map(({ name, worth }) => ({ name, value: share(worth) }))}
        size={112}
        label={t('by_currency')}
      />
      <ul className="flex min-w-0 flex-1 basis-36 flex-col gap-1.5">
        {slices.map(({ name, worth }, at) => (
          <li key={name} className="flex items-center gap-2 text-sm">
            <span
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: sliceColour(at) }}
              aria-hidden="true"
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <Num value={share(worth).toFixed(2)} form="percent" intent="muted" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Total({
  wallets,
  hidden,
  onHide,
}: {
  readonly wallets: Wallets;
  readonly hidden: boolean;
  readonly onHide: () => void;
}) {
  const t = useText(assetsText);
  const fiat = usePreferences((state) => state.fiat);
  const demo = useSession((state) => state.user?.demo === true);
  const total = totalOf(wallets);
  return (
    <section className="rounded-lg bg-surface p-4">
      <div className="flex items-center">
        <h2 className="flex-1 text-sm text-muted">{t('total')}</h2>
        <IconButton label={hidden ? t('show_amounts') : t('hide_amounts')} onClick={onHide}>
          {hidden ? <EyeOff /> : <Eye />}
        </IconButton>
      </div>
      <p className="text-[length:min(1.75rem,11vw)] leading-tight font-semibold">
        {hidden ? (
          '••••••'
        ) : (
          <Num
            value={inFiat(total, fiat.rate)}
            form="fiat"
            currency={fiat.currency_code}
            className="whitespace-normal!"
          />
        )}
      </p>
      <p className="mt-1 text-sm text-muted">
        {hidden ? '••••' : <Num value={total} form="fixed" decimals={2} unit="USDT" />}
      </p>
      {demo && (
        <Badge intent="gold" wraps className="mt-3">
          {t('demo_note')}
        </Badge>
      )}
      <nav className="mt-3 flex flex-wrap gap-1" aria-label={t('assets')}>
        <Action to="/pages/otc/otc" icon={<Banknote />} name={t('buy')} />
        <Action to="/pages/fund/receive" icon={<ArrowDownToLine />} name={t('deposit')} />
        <Action to="/pages/fund/withdraw" icon={<ArrowUpFromLine />} name={t('withdraw')} />
        <Action to="/pages/fund/transfer" icon={<ArrowLeftRight />} name={t('transfer')} />
        <Action to="/pages/fund/fundTransfer" icon={<Repeat />} name={t('convert')} />
      </nav>
    </section>
  );
}

/** Total in the user's currency, allocation, and each account. */
export default function Assets() {
  const t = useText(assetsText);
  const [hidden, setHidden] = useState(false);
  const wallets = usePost('wallet/list', {});
  useLiveBalances();
  return (
    <Page
      title={t('assets')}
      back={false}
      right={
        <LinkIcon to="/pages/fund/assets_all_record" label={t('all_records')}>
          <BookOpenText />
        </LinkIcon>
      }
    >
      <Loaded query={wallets}>
        {(data) => (
          <div className="flex flex-col gap-4 wide:grid wide:grid-cols-[380px_1fr] wide:grid-rows-[auto_auto_auto_1fr] wide:items-start">
            <Total wallets={data} hidden={hidden} onHide={() => setHidden(!hidden)} />
            <PortfolioChart hidden={hidden} />
            <div className="flex flex-col gap-4 wide:col-start-2 wide:row-span-4 wide:row-start-1">
              <AccountBalances wallets={data} hidden={hidden} />
              <OtherAssets hidden={hidden} />
            </div>
            <PortfolioLinks />
            <ByCurrency wallets={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
