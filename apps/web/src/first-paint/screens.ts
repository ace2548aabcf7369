import type { AnyPath, SentTo } from '../lib/calls.ts';
import type { Path } from '../lib/paths.ts';

/** A read with which a screen begins. */
export interface EarlyRead {
  readonly method: 'GET' | 'POST';
  readonly call: AnyPath;
  readonly input: Readonly<Record<string, unknown>>;
  /** Only with a session. */
  readonly users: boolean;
}

/** A screen whose code and first reads the page requests before the app has started. */
export interface FirstScreen {
  readonly path: Path;
  /** Its module and the folders of its texts, from `src`. */
  readonly module: string;
  readonly texts: readonly string[];
  readonly reads: readonly EarlyRead[];
  /** Its picture is the skeleton of its kind: what it shows first depends on the time. */
  readonly skeleton?: true;
}

const read =
  (users: boolean) =>
  <P extends AnyPath>(method: EarlyRead['method'], call: P, input: SentTo<P>): EarlyRead => ({
    method,
    call,
    input: input as EarlyRead['input'],
    users,
  });
const everyone = read(false);
const user = read(true);

const account = user('GET', 'user/info', {});
const markets = everyone('GET', 'currency/quotation_new', {});
const logos = everyone('GET', 'currency/list', {});
const wallets = user('POST', 'wallet/list', {});

const TRADE = 'features/trade/locales';

/** The tabs and the desks: what is opened from a bookmark or the home screen of a phone. */
export const FIRST_SCREENS: readonly FirstScreen[] = [
  {
    path: '/',
    module: 'features/home/Home.tsx',
    texts: ['features/home/locales'],
    reads: [
      account,
      wallets,
      everyone('GET', 'menu', {}),
      markets,
      everyone('GET', 'getSiteConfig', {}),
      user('GET', 'portfolio/chart', { range: '24h' }),
      logos,
      everyone('GET', 'market/sparklines', {}),
      everyone('POST', 'news/list', { c_id: 5, page: 1 }),
      everyone('POST', 'news/list', { c_id: 4, page: 1 }),
    ],
  },
  {
    path: '/pages/market/market',
    module: 'features/market/Market.tsx',
    texts: ['features/market/locales'],
    reads: [account, markets, logos],
    skeleton: true,
  },
  {
    path: '/pages/transaction/index',
    module: 'features/trade/Trade.tsx',
    texts: [TRADE],
    reads: [account, markets, logos],
  },
  {
    path: '/pages/transaction/contract',
    module: 'features/trade/contracts/Contracts.tsx',
    texts: [TRADE, 'features/trade/contracts/locales'],
    reads: [account, markets, logos],
  },
  {
    path: '/pages/transaction/index2',
    module: 'features/trade/options/Options.tsx',
    texts: [TRADE, 'features/trade/options/locales', 'ui/risk/locales'],
    reads: [account, markets, logos],
  },
  {
    path: '/pages/financial/index',
    module: 'features/finance/Finance.tsx',
    texts: ['features/finance/locales', 'features/finance/earn/locales'],
    reads: [account, user('GET', 'finance/overview', {})],
  },
  {
    path: '/pages/fund/assets',
    module: 'features/assets/Assets.tsx',
    texts: ['features/assets/locales'],
    reads: [account, wallets, logos],
  },
];
