import { currencyId, refuse } from '@karat/contract';
import type { Contract } from '@karat/contract';
import { requestApproval } from '@karat/domains/operators';
import type { Payload } from '@karat/domains/operators';
import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { Handlers, OperatorCaller } from '@karat/platform/http';
import { reencode } from '@karat/platform/images';
import {
  APPROVALS,
  checkCancellation,
  checkDividend,
  checkListing,
  checkMoney,
  checkNewTimes,
  launchpadApprovals,
} from './approvals.ts';
import { consoleLists } from './console-lists.ts';
import type { LaunchpadDeps } from './deps.ts';
import { readProjectMarket } from './market-store.ts';
import type { PlannedMarket } from './market-store.ts';
import { checkMarket, checkMarketTime, marketPayload, withReference } from './project-market.ts';
import { keepPaper, ownPaper } from './paper.ts';
import { findProject } from './project-store.ts';
import { checkTerms, payloadOf, readPrices, timesOf } from './terms.ts';
import type { Project, ProjectTerms, ProjectTexts } from './types.ts';

type Calls = Contract['launchpad'];
type ConsoleCalls = Extract<keyof Calls, `console/${string}`>;

interface Question {
  readonly kind: string;
  readonly subject: string;
  readonly payload: Payload;
  readonly reason: string;
}

/** Asks a second operator, after a check of what would be refused then. */
const asker = (deps: LaunchpadDeps) => {
  const approvals = launchpadApprovals(deps);
  return (caller: OperatorCaller, question: Question, check: (tx: Tx) => Promise<void>) =>
    deps.ctx.db.transact(async (tx) => {
      await check(tx);
      const { present } = approvals[question.kind] ?? refuse('internal_error');
      return requestApproval(deps.ctx, tx, caller, { ...question, present });
    });
};

const need = async (tx: Tx, id: number): Promise<Project> =>
  (await findProject(tx, id)) ?? refuse('project_unknown');

/** Refuses `image_invalid` unless every picture was uploaded by the operator for a project. */
async function checkPictures(
  { files }: LaunchpadDeps,
  tx: Tx,
  terms: ProjectTerms,
  owner: number,
): Promise<void> {
  const pictures = terms.logo === undefined ? terms.gallery : [terms.logo, ...terms.gallery];
  for (const address of pictures) if (!(await files.owned(tx, address, owner))) refuse('image_invalid');
}

type ProjectInput = Parameters<Handlers<Calls>['console/project_add']>[0]['input'];

async function termsOfInput(
  deps: LaunchpadDeps,
  input: ProjectInput,
  operator: number,
): Promise<ProjectTerms> {
  const ids = input.pay_currencies.split(',').map((id) => currencyId(Number(id)));
  return {
    kind: input.kind,
    code: input.code,
    decimals: input.decimals,
    texts: input.texts as ProjectTexts,
    logo: input.logo,
    gallery: input.gallery?.split(',') ?? [],
    whitePaper: input.white_paper,
    paper: input.paper === undefined ? undefined : await ownPaper(deps, deps.ctx.db, input.paper, operator),
    website: input.website,
    demo: false,
    supply: input.supply,
    price: input.price,
    prices: await readPrices(deps, deps.ctx.db, input.price, ids),
    orderMin: input.save_min,
    userMax: input.user_max,
    startMs: input.start_ms,
    endMs: input.end_ms,
    listingMs: input.listing_ms,
  };
}

type MarketInput = Omit<Parameters<Handlers<Calls>['console/project_market']>[0]['input'], 'id' | 'reason'>;

/** The market that was asked for; undefined for none. Refuses `value_invalid` with the step that is missing. */
function requestedMarket(project: Project, input: MarketInput): PlannedMarket | undefined {
  if (input.quote_currency === undefined) return undefined;
  return withReference(project, {
    quote: input.quote_currency,
    tick: input.tick ?? refuse('value_invalid', { field: 'tick' }),
    lot: input.lot ?? refuse('value_invalid', { field: 'lot' }),
    minNotional: input.min_notional ?? refuse('value_invalid', { field: 'min_notional' }),
    reference: input.reference_price,
  });
}

/** Calls about projects that ask a second operator. */
function projectQuestions(deps: LaunchpadDeps) {
  const ask = asker(deps);
  const now = () => deps.ctx.clock.now();
  return {
    'console/project_image': async ({ caller, file }) => {
      const { bytes, mime } = await reencode((file ?? refuse('image_invalid')).bytes);
      return deps.ctx.db.transact((tx) =>
        deps.files.keep(tx, { owner: caller.operatorId, visibility: 'public', mime, bytes }),
      );
    },
    'console/project_paper': ({ caller, file }) => {
      const { bytes } = file ?? refuse('project_paper_invalid');
      return deps.ctx.db.transact((tx) => keepPaper(deps, tx, caller.operatorId, bytes));
    },
    'console/project_add': async ({ input, caller }) => {
      const terms = await termsOfInput(deps, input, caller.operatorId);
      const { code } = terms;
      const question = {
        kind: APPROVALS.project,
        subject: code,
        payload: payloadOf(terms),
        reason: input.reason,
      };
      return ask(caller, question, async (tx) => {
        checkTerms(terms, now());
        if ((await deps.ledger.currencies(tx)).some((currency) => currency.code === code))
          refuse('currency_code_taken', { code });
        await checkPictures(deps, tx, terms, caller.operatorId);
      });
    },
    'console/project_times': ({ input, caller }) => {
      const { reason, listing_ms: listingMs, ...times } = input;
      const payload: Payload = { ...times, ...(listingMs === undefined ? {} : { listing_ms: listingMs }) };
      const question = { kind: APPROVALS.times, subject: String(input.id), payload, reason };
      return ask(caller, question, async (tx) =>
        checkNewTimes(await need(tx, input.id), timesOf(payload), now()),
      );
    },
    'console/project_listing': ({ input: { id, reason }, caller }) =>
      ask(caller, { kind: APPROVALS.listing, subject: String(id), payload: { id }, reason }, async (tx) =>
        checkListing(await need(tx, id)),
      ),
    'console/project_market': ({ input: { id, reason, ...request }, caller }) =>
      deps.ctx.db
        .transact((tx) => need(tx, id))
        .then((project) => {
          const market = requestedMarket(project, request);
          const payload = marketPayload(id, market);
          return ask(caller, { kind: APPROVALS.market, subject: String(id), payload, reason }, async (tx) => {
            if (market) return checkMarket(deps, tx, project, market);
            checkMarketTime(project);
            if (!(await readProjectMarket(tx, id))) refuse('no_change');
          });
        }),
    'console/project_cancel': ({ input: { id, reason }, caller }) =>
      ask(
        caller,
        { kind: APPROVALS.cancellation, subject: String(id), payload: { id }, reason },
        async (tx) => checkCancellation(await need(tx, id), now()),
      ),
  } satisfies Partial<Handlers<Calls>>;
}

/** Calls about dividends that ask a second operator. */
function dividendQuestions(deps: LaunchpadDeps) {
  const ask = asker(deps);
  return {
    'console/dividend': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, amount: format(input.amount) };
      const question = { kind: APPROVALS.dividend, subject: String(input.id), payload, reason };
      return ask(caller, question, async (tx) => void (await checkDividend(deps, tx, payload)));
    },
    'console/dividend_income': ({ input, caller }) => {
      const { reason, ...values } = input;
      const payload: Payload = { ...values, amount: format(input.amount) };
      const question = { kind: APPROVALS.income, subject: String(input.id), payload, reason };
      return ask(caller, question, async (tx) => void (await checkMoney(deps, tx, payload)));
    },
  } satisfies Partial<Handlers<Calls>>;
}

/** The console's calls: projects and dividends by two people, and lists. Nothing here reaches an application. */
export const consoleHandlers = (deps: LaunchpadDeps): Pick<Handlers<Calls>, ConsoleCalls> => ({
  ...consoleLists(deps),
  ...projectQuestions(deps),
  ...dividendQuestions(deps),
});
