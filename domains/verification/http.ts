import { VERIFICATION_STATE, pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { format } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { decide } from './decide.ts';
import { requestOverride } from './override.ts';
import type { ResolvedDeps, Person } from './deps.ts';
import { reasonTexts } from './reasons.ts';
import { picture, review } from './review.ts';
import type { Review } from './review.ts';
import { masked, stepState } from './rules.ts';
import type { VerificationLevel } from './rules.ts';
import { missingOf, send } from './send.ts';
import { latestRequest, levelOf, queue } from './store.ts';
import type { RequestRow } from './store.ts';

type All = Handlers<Contract['verification']>;
type State = Reply<Contract['verification']['real/state']>;
type QueueRow = Reply<Contract['verification']['console/verifications']>['data'][number];
type Facts = Reply<Contract['verification']['console/verification']>;

function stepOf(
  deps: ResolvedDeps,
  level: VerificationLevel,
  step: 1 | 2,
  row: RequestRow | undefined,
  lang: Lang,
): State['steps'][number] {
  const state = stepState(level, step, row?.state);
  // The request of a level that was removed again is no longer the basis of the level.
  const sent = state === VERIFICATION_STATE.none ? undefined : row;
  const reason = state === VERIFICATION_STATE.failed ? (sent?.reason ?? null) : null;
  return {
    level: step,
    state,
    reason_code: reason,
    reason: reason === null ? '' : reasonTexts[reason][lang],
    note: state === VERIFICATION_STATE.failed ? (sent?.note ?? '') : '',
    id_type: sent?.idType ?? null,
    name: sent?.name ?? null,
    card_id: sent?.cardSealed ? masked(deps.cards.open(sent.cardSealed, sent.userId)) : null,
    sent_at: sent ? wireTime(sent.createdMs) : null,
    sent_ms: sent?.createdMs ?? null,
    decided_ms: sent?.decidedMs ?? null,
  };
}

const LEVELS = [0, 1, 2] as const;

async function stateOf(deps: ResolvedDeps, user: UserId, lang: Lang): Promise<State> {
  const { db } = deps.ctx;
  const level = await levelOf(db, user);
  const [owner] = await deps.people(db, [user]);
  const data = stepOf(deps, level, 1, await latestRequest(db, user, 1), lang);
  const photos = stepOf(deps, level, 2, await latestRequest(db, user, 2), lang);
  const failed = photos.state === VERIFICATION_STATE.failed ? photos : data;
  return {
    real_status: data.state,
    review_status: data.state,
    advanced_review_status: photos.state,
    reason: [failed.reason, failed.note].filter((text) => text !== '').join(' '),
    level,
    missing: owner ? missingOf(deps, owner) : [],
    steps: [data, photos],
    limits: LEVELS.map((each) => ({
      level: each,
      withdrawal_btc: format(deps.limits[each].withdrawalBtc),
      fiat_usdt: format(deps.limits[each].fiatUsdt),
    })),
  };
}

const rowOf = (row: RequestRow, owner: Person | undefined): QueueRow => ({
  id: row.id,
  uid: row.userId,
  level: row.level,
  state: row.state,
  name: row.name,
  demo: owner?.demo ?? false,
  remarks: row.remarks,
  tries: row.tries,
  created_ms: row.createdMs,
  decided_ms: row.decidedMs,
  decided_by: row.decidedBy,
});

const factsOf = (deps: ResolvedDeps, { request, person: owner, identity, ...rest }: Review): Facts => ({
  request: {
    ...rowOf(request, owner),
    id_type: request.idType,
    card_id: rest.card,
    pictures: request.frontPic !== null,
    provider: request.provider,
    reason: request.reason,
    note: request.note,
    simulated: request.provider === deps.provider.name && deps.provider.simulated,
  },
  account: {
    uid: owner.id,
    email: owner.email,
    phone: owner.phone,
    nickname: owner.nickname,
    status: owner.status,
    demo: owner.demo,
    level: rest.level,
    created_ms: owner.createdMs,
  },
  identity: identity && {
    id_type: identity.row.idType ?? 0,
    name: identity.row.name ?? '',
    card_id: identity.card,
  },
  history: rest.history.map((row) => ({
    id: row.id,
    level: row.level,
    state: row.state,
    reason: row.reason,
    note: row.note,
    decided_by: row.decidedBy,
    created_ms: row.createdMs,
  })),
  duplicates: rest.duplicates.map(({ uid, by, request: other }) => ({
    uid,
    by,
    id: other?.id ?? null,
    state: other?.state ?? null,
    created_ms: other?.createdMs ?? null,
  })),
});

/** Handlers of the contract's verification group. */
export function verificationHandlers(deps: ResolvedDeps): All {
  const { db } = deps.ctx;
  return {
    'real/state': ({ caller, lang }) => stateOf(deps, caller.userId, lang),
    async 'user/real'({ caller, input }) {
      await send(deps, caller.userId, input);
      return 'ok' as const;
    },
    async 'console/verifications'({ input }) {
      const filter = { state: input.state, level: input.level, user: input.uid };
      const { rows, total } = await queue(db, filter, input);
      const people = await deps.people(db, [...new Set(rows.map((row) => row.userId))]);
      const byId = new Map(people.map((owner) => [owner.id, owner]));
      return pageReply(
        rows.map((row) => rowOf(row, byId.get(row.userId))),
        total,
        input.page,
        input.limit,
      );
    },
    'console/verification': async ({ caller, input }) => factsOf(deps, await review(deps, caller, input.id)),
    'console/verification_picture': ({ caller, input }) => picture(deps, caller, input),
    async 'console/verification_decide'({ caller, input }) {
      const { row, approval } = await decide(deps, caller, input);
      const [owner] = await deps.people(db, [row.userId]);
      return { ...rowOf(row, owner ?? refuse('verification_unknown')), approval };
    },
    'console/verification_override': ({ caller, input }) => requestOverride(deps, caller, input),
  };
}
