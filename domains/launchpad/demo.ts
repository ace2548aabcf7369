import type { CurrencyId, ProjectKind, UserId } from '@karat/contract';
import { ETH, USDC, USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { amount, negate, price } from '@karat/money';
import { DAY_MS, subscriptionCost } from '@karat/rules';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { reencode } from '@karat/platform/images';
import { apply } from './apply.ts';
import { housesPicture, panelsPicture } from './demo-pictures.ts';
import { demoPaper } from './demo-paper.ts';
import { demoTexts } from './demo-texts.ts';
import type { DemoCode } from './demo-texts.ts';
import type { LaunchpadDeps } from './deps.ts';
import { RECORD_DELAY_MS } from './dividend-store.ts';
import { payDividends, planDividend } from './dividends.ts';
import { runProject } from './worker.ts';
import { writePlannedMarket } from './market-store.ts';
import { keepPaper } from './paper.ts';
import { insertProject } from './project-store.ts';
import { readPrices } from './terms.ts';
import type { PayPrice } from './types.ts';

/** Owner of the pictures and papers: no user and no operator has this number. */
const DEMO_OWNER = 99_999;

interface DemoProject {
  readonly code: DemoCode;
  readonly kind: ProjectKind;
  readonly decimals: number;
  readonly supply: string;
  /** In USDT. */
  readonly price: string;
  readonly orderMin: string;
  readonly userMax: string;
  /** Days from now: first day, end, listing. */
  readonly days: readonly [start: number, end: number, listing: number];
  /** The spot market against USDT that the listing opens, at the price of the subscription. */
  readonly market?: { readonly tick: string; readonly lot: string; readonly minNotional: string };
  /** Tokens that the demo user applies for, and how many days ago. */
  readonly orders: readonly { readonly tokens: string; readonly ago: number }[];
}

/** A launch in progress, a fund in progress, one that warms up, and a launch and a fund that are settled and listed at the start. */
const PROJECTS: readonly DemoProject[] = [
  {
    code: 'HELIO',
    kind: 'token',
    decimals: 2,
    supply: '5000000',
    price: '0.02',
    orderMin: '100',
    userMax: '250000',
    days: [-3, 4, 34],
    orders: [{ tokens: '12500', ago: 2 }],
  },
  {
    code: 'HARBR',
    kind: 'fund',
    decimals: 2,
    supply: '120000',
    price: '10',
    orderMin: '1',
    userMax: '5000',
    days: [-5, 9, 16],
    orders: [{ tokens: '20', ago: 1 }],
  },
  {
    code: 'MAREA',
    kind: 'token',
    decimals: 4,
    supply: '20000000',
    price: '0.005',
    orderMin: '1000',
    userMax: '1000000',
    days: [2, 9, 30],
    orders: [],
  },
  {
    code: 'NIMBO',
    kind: 'token',
    decimals: 2,
    supply: '10000',
    price: '0.05',
    orderMin: '100',
    userMax: '15000',
    days: [-30, -10, -1],
    market: { tick: '0.0001', lot: '1', minNotional: '1' },
    orders: [
      { tokens: '9000', ago: 20 },
      { tokens: '6000', ago: 15 },
    ],
  },
  {
    code: 'LINDN',
    kind: 'fund',
    decimals: 2,
    supply: '50000',
    price: '5',
    orderMin: '1',
    userMax: '2000',
    days: [-60, -40, -30],
    orders: [{ tokens: '60', ago: 50 }],
  },
];

/** Rent of the listed fund, and its dividend. */
const INCOME = amount('900');
const DIVIDEND = amount('45');

/** The paying currencies with a price at this moment. */
async function demoPrices(deps: LaunchpadDeps, tx: Tx, tokenPrice: string): Promise<PayPrice[]> {
  const priced = [USDT, USDC, ETH].filter((id) => deps.market.prices.inUsdt(id) !== undefined);
  return readPrices(deps, tx, price(tokenPrice), priced);
}

/** The drawn picture of a demo project, as an upload would leave it. */
async function demoGallery({ files }: LaunchpadDeps, tx: Tx, { kind }: DemoProject): Promise<string[]> {
  const { bytes, mime } = await reencode(kind === 'fund' ? housesPicture() : panelsPicture());
  return [await files.keep(tx, { owner: DEMO_OWNER, visibility: 'public', mime, bytes })];
}

async function addDemoProject(deps: LaunchpadDeps, tx: Tx, demo: DemoProject): Promise<number> {
  const { code, kind, decimals, days } = demo;
  const now = deps.ctx.clock.now();
  const texts = demoTexts[code];
  const token = await deps.ledger.addCurrency(tx, { code, title: texts.en.title, kind: 'coin', decimals });
  const [start, end, listing] = days.map((day) => now + day * DAY_MS);
  const terms = {
    code,
    kind,
    decimals,
    texts,
    logo: undefined,
    gallery: await demoGallery(deps, tx, demo),
    whitePaper: undefined,
    website: undefined,
    demo: true,
    supply: amount(demo.supply),
    price: price(demo.price),
    prices: await demoPrices(deps, tx, demo.price),
    orderMin: amount(demo.orderMin),
    userMax: amount(demo.userMax),
    startMs: start ?? now,
    endMs: end ?? now,
    listingMs: listing,
  };
  const paper = await keepPaper(deps, tx, DEMO_OWNER, demoPaper(terms));
  const id = await insertProject(tx, { ...terms, paper }, token.id, now);
  if (demo.market)
    await writePlannedMarket(tx, id, {
      quote: USDT,
      tick: price(demo.market.tick),
      lot: amount(demo.market.lot),
      minNotional: amount(demo.market.minNotional),
      reference: price(demo.price),
    });
  return id;
}

/** Applications of a demo user in USDT, where the user's demo money lasts. */
async function applyForDemo(deps: LaunchpadDeps, tx: Tx, userId: UserId, id: number, demo: DemoProject) {
  const now = deps.ctx.clock.now();
  for (const { tokens, ago } of demo.orders) {
    const cost = subscriptionCost(amount(tokens), price(demo.price), 6);
    const { available } = await deps.ledger.balance(tx, userAccount(userId, 'change'), USDT);
    if (available < cost) continue;
    await apply(deps, tx, {
      userId,
      projectId: id,
      amount: amount(tokens),
      payCurrency: 'USDT',
      price: price(demo.price),
      appliedMs: now - ago * DAY_MS,
    });
  }
}

/** Books rent of the listed fund, and plans its first dividend. */
async function planDemoDividend(deps: LaunchpadDeps, tx: Tx, projectId: number, currency: CurrencyId) {
  const now = deps.ctx.clock.now();
  await deps.ledger.post(tx, {
    key: 'genesis:dividends',
    kind: 'genesis',
    reference: 'fund income',
    at: now,
    entries: [
      { account: houseAccount('external'), currency, available: negate(INCOME) },
      { account: houseAccount('dividends'), currency, available: INCOME },
    ],
  });
  const { decimals } = await deps.ledger.currency(tx, currency);
  await planDividend(deps, tx, {
    projectId,
    currencyId: currency,
    decimals,
    amount: DIVIDEND,
    recordMs: now,
  });
}

/** Settles and lists what has ended, before the server opens: afterwards nothing of the demonstration moves by itself for days. */
async function settleDemo(deps: LaunchpadDeps, fund: number | undefined): Promise<void> {
  const { db, clock } = deps.ctx;
  while ((await db.transact((tx) => runProject(deps, tx))) > 0);
  if (!fund) return;
  await db.transact((tx) => planDemoDividend(deps, tx, fund, USDT));
  const at = clock.now() + RECORD_DELAY_MS;
  while ((await db.transact((tx) => payDividends(deps, tx, at))) > 0);
}

/**
 * Projects in every state, applications of a user, an allotment and a dividend, once; the index must be running. They stand in for
 * what two operators would approve and say that they are a demonstration.
 */
export async function seedDemoProjects(deps: LaunchpadDeps, user: UserId | undefined): Promise<void> {
  const { db } = deps.ctx;
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from launchpad_projects`);
  if (count > 0) return;
  let fund: number | undefined;
  // In one transaction each: a token can be posted once its currency is committed.
  for (const demo of PROJECTS) {
    const id = await db.transact(async (tx) => {
      const added = await addDemoProject(deps, tx, demo);
      if (user !== undefined) await applyForDemo(deps, tx, user, added, demo);
      return added;
    });
    if (demo.code === 'LINDN') fund = id;
  }
  await settleDemo(deps, fund);
}
