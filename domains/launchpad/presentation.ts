import { refuse } from '@karat/contract';
import { change, fact, momentText } from '@karat/domains/operators';
import type { Change, Payload, Present } from '@karat/domains/operators';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { readCurrencyCodes } from './deps.ts';
import type { LaunchpadDeps } from './deps.ts';
import { readProjectMarket } from './market-store.ts';
import type { PlannedMarket } from './market-store.ts';
import { plannedMarketOf } from './project-market.ts';
import { findProject, totalsOf } from './project-store.ts';
import { termsOf, timesOf } from './terms.ts';
import type { Project } from './types.ts';

const moment = (ms: number | undefined): string => (ms === undefined ? 'by operators' : momentText(ms));

const subjectOf = ({ code, texts }: Pick<Project, 'code' | 'texts'>): string => `${code}: ${texts.en.title}`;

type PresentDeps = Pick<LaunchpadDeps, 'ledger'>;

/** A new project with everything that users will see. */
export const presentProject =
  (deps: PresentDeps): Present =>
  async (db, payload) => {
    const terms = termsOf(payload);
    const codeOf = await readCurrencyCodes(deps, db);
    const added = (label: string, value: string): Change => change(label, null, value);
    return {
      title: terms.kind === 'fund' ? 'Add a real-estate fund' : 'Add a token launch',
      subject: subjectOf(terms),
      changes: [
        added('New currency', `${terms.code}, ${terms.decimals} decimals`),
        added('Tokens for sale', format(terms.supply)),
        added('Price', `${format(terms.price)} USDT`),
        ...terms.prices.map((each) => added(`Price in ${codeOf(each.currencyId)}`, format(each.price))),
        added('Minimum of an application', format(terms.orderMin)),
        added('Maximum of a user', format(terms.userMax)),
        added('Subscription starts', moment(terms.startMs)),
        added('Subscription ends', moment(terms.endMs)),
        added('Listing', moment(terms.listingMs)),
        added('Languages', Object.keys(terms.texts).join(' ')),
        added('Summary', terms.texts.en.summary),
        added('White paper, link', terms.whitePaper ?? 'none'),
        added('White paper, document', terms.paper?.file ?? 'none'),
        ...(terms.paper === undefined
          ? []
          : [
              added('Bytes of the document', String(terms.paper.bytes)),
              added('SHA-256 of the document', terms.paper.sha256),
            ]),
        added('Website', terms.website ?? 'none'),
        added('Pictures', [terms.logo ?? 'no logo', ...terms.gallery].join(' ')),
      ],
    };
  };

const projectAt = async (db: Parameters<Present>[0], payload: Payload): Promise<Project> =>
  (await findProject(db, Number(payload['id']))) ?? refuse('project_unknown');

/** The timetable before and after. */
export const presentTimes: Present = async (db, payload) => {
  const project = await projectAt(db, payload);
  const times = timesOf(payload);
  return {
    title: 'Change the timetable of a project',
    subject: subjectOf(project),
    changes: [
      change('Subscription starts', moment(project.startMs), moment(times.startMs)),
      change('Subscription ends', moment(project.endMs), moment(times.endMs)),
      change('Listing', moment(project.listingMs), moment(times.listingMs)),
    ],
  };
};

const applications = async (db: Parameters<Present>[0], { id }: Project): Promise<Change> =>
  fact('Applications', String((await totalsOf(db, [id]))(id).applications));

export const presentListing: Present = async (db, payload) => {
  const project = await projectAt(db, payload);
  return {
    title: 'List a project: unlock its tokens',
    subject: subjectOf(project),
    changes: [change('Tokens', 'locked', 'unlocked'), await applications(db, project)],
  };
};

/** The market that the listing opens, before and after. */
export const presentMarket =
  (deps: PresentDeps): Present =>
  async (db, payload) => {
    const project = await projectAt(db, payload);
    const codeOf = await readCurrencyCodes(deps, db);
    const [before, after] = [await readProjectMarket(db, project.id), plannedMarketOf(payload)];
    const row = (label: string, read: (market: PlannedMarket) => string): Change =>
      change(label, before ? read(before) : null, after ? read(after) : null);
    return {
      title: after ? 'Open a spot market with the listing' : 'List without a spot market',
      subject: subjectOf(project),
      changes: [
        row('Market', ({ quote }) => `${project.code}/${codeOf(quote)}`),
        row('Price step', ({ tick }) => format(tick)),
        row('Quantity step', ({ lot }) => format(lot)),
        row('Minimum order', ({ minNotional }) => format(minNotional)),
        row('First index', ({ reference }) => format(reference)),
      ],
    };
  };

export const presentCancellation: Present = async (db, payload) => {
  const project = await projectAt(db, payload);
  return {
    title: 'Withdraw a project and refund every application',
    subject: subjectOf(project),
    changes: [change('Project', 'offered', 'withdrawn'), await applications(db, project)],
  };
};

interface MoneyPayload {
  readonly amount: Amount;
  readonly currency: Project['currencyId'];
  readonly recordMs?: number;
  readonly document?: string;
}

/** A dividend of a fund, or income of one. */
export const presentMoney =
  (deps: PresentDeps, title: string, read: (payload: Payload) => MoneyPayload): Present =>
  async (db, payload) => {
    const project = await projectAt(db, payload);
    const { amount, currency, recordMs, document } = read(payload);
    const codeOf = await readCurrencyCodes(deps, db);
    return {
      title,
      subject: subjectOf(project),
      changes: [
        change('Amount', null, `${format(amount)} ${codeOf(currency)}`),
        ...(recordMs === undefined ? [] : [change('Record time', null, moment(recordMs))]),
        ...(document === undefined ? [] : [change('Document', null, document)]),
      ],
    };
  };
