import type { ReplyOf } from '@karat/contract';
import { api } from '../../lib/api.ts';
import { momentOf, momentText, wrongMoment } from '../../lib/utc.ts';
import { atLeast, figure, notAboveZero, notDecimal, typed } from '../../ui/change.ts';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { textAt } from '../../ui/ChangeFields.tsx';

export type Overview = ReplyOf<'console/games'>;
export type Round = ReplyOf<'console/game_rounds'>['data'][number];
export type Dispute = ReplyOf<'console/game_disputes'>['data'][number];
export type Schedule = Overview['schedules'][number];

export const PAGE = 10;
export const REFRESH_MS = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Sent = ChangeValues & { readonly reason: string };
export type Markets = readonly { readonly match_id: number; readonly symbol: string }[];

const CURRENCIES = [
  { value: '3', label: 'USDT' },
  { value: '45', label: 'USDC' },
] as const;
const levels = (value: string): string | undefined =>
  /^\d+(\.\d+)?(,\d+(\.\d+)?){0,6}$/.test(value) ? undefined : 'Ascending prices with commas, 29000,31000';
const whole = (value: string): string | undefined =>
  /^[1-9]\d{0,4}$/.test(value) ? undefined : 'Whole minutes above zero';
const timeOfDay = (value: string): string | undefined =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : 'A time of day, 16:00';
const longText = (value: string): string | undefined =>
  value.trim().length >= 10 ? undefined : 'At least ten letters';

const STAKES = [
  { name: 'currency_id', label: 'Currency', options: [...CURRENCIES] },
  figure('stake_min', 'Minimum of an entry', notAboveZero),
  figure('stake_max', 'Maximum of an entry', atLeast('stake_min', 'At least the minimum')),
  figure('user_max', 'Maximum of a user', atLeast('stake_max', 'At least the maximum of an entry')),
  figure('fee_percent', 'Fee, % of the pool', notDecimal),
];
const USUAL = { currency_id: '3', stake_min: '1', stake_max: '500', user_max: '2000', fee_percent: '5' };
const TIMES = [
  typed('opens', 'Opens, UTC', wrongMoment),
  typed('closes', 'Closes, UTC', wrongMoment),
  typed('settles', 'Settles, UTC', wrongMoment),
];
const usualTimes = (now: number) => ({
  opens: momentText(now + HOUR_MS),
  closes: momentText(now + DAY_MS),
  settles: momentText(now + DAY_MS + HOUR_MS),
});

/** Stakes and times of a form as the calls take them. */
export const stakesOf = (values: ChangeValues) => ({
  currency_id: textAt(values, 'currency_id'),
  stake_min: textAt(values, 'stake_min'),
  stake_max: textAt(values, 'stake_max'),
  user_max: textAt(values, 'user_max'),
  fee_percent: textAt(values, 'fee_percent'),
});
export const timesOf = (values: ChangeValues) => ({
  opens_ms: momentOf(textAt(values, 'opens')),
  closes_ms: momentOf(textAt(values, 'closes')),
  settles_ms: momentOf(textAt(values, 'settles')),
});

/** Fields of stakes and times with usual values. */
export const termsFields = (now: number) => ({
  fields: [...STAKES, ...TIMES],
  before: { ...USUAL, ...usualTimes(now) },
});

const marketField = (markets: Markets) => ({
  name: 'match_id',
  label: 'Market',
  options: markets.map(({ match_id: id, symbol }) => ({ value: String(id), label: symbol })),
});

/** A price question; `now` fills in the times. */
export const newPriceRound = (markets: Markets, now: number): Change => ({
  title: 'New price question',
  fields: [
    marketField(markets),
    typed('levels', 'Levels', levels, 'One more option than levels'),
    ...STAKES,
    ...TIMES,
  ],
  before: { ...USUAL, ...usualTimes(now) },
  about: { market_unknown: 'match_id', amount_too_precise: 'stake_min' },
  send: (values: Sent) =>
    api.post('console/game_price_round', {
      match_id: textAt(values, 'match_id'),
      levels: textAt(values, 'levels'),
      ...stakesOf(values),
      ...timesOf(values),
      reason: values.reason,
    }),
});

/** A schedule of daily price questions. */
export const newSchedule = (markets: Markets): Change => ({
  title: 'New schedule',
  fields: [
    marketField(markets),
    typed('time', 'Settles daily at, UTC', timeOfDay),
    figure('step', 'Step of the level', notAboveZero),
    ...STAKES,
    typed('create_before', 'Created before, minutes', whole),
    typed('open_before', 'Opens before, minutes', whole),
    typed('close_before', 'Closes before, minutes', whole),
  ],
  before: { ...USUAL, time: '16:00', create_before: '1440', open_before: '1430', close_before: '60' },
  about: { market_unknown: 'match_id', amount_too_precise: 'stake_min' },
  send: (values: Sent) =>
    api.post('console/game_schedule', {
      match_id: textAt(values, 'match_id'),
      time: textAt(values, 'time'),
      step: textAt(values, 'step'),
      ...stakesOf(values),
      create_before: textAt(values, 'create_before'),
      open_before: textAt(values, 'open_before'),
      close_before: textAt(values, 'close_before'),
      reason: values.reason,
    }),
});

export const endSchedule = ({ id, symbol_name: symbol, time }: Schedule): Change => ({
  title: `End the schedule of ${symbol} at ${time} UTC`,
  fields: [],
  before: {},
  send: ({ reason }) => api.post('console/game_schedule_end', { id, reason }),
});

export const cancelRound = ({ id }: Round): Change => ({
  title: `Cancel round ${id}`,
  fields: [typed('text', 'Reason that users read', longText)],
  before: {},
  send: (values: Sent) =>
    api.post('console/game_cancel', { id, text: textAt(values, 'text'), reason: values.reason }),
});

export const decideDispute = ({ id }: Dispute): Change => ({
  title: `Decide dispute ${id}`,
  fields: [
    {
      name: 'decision',
      label: 'Decision',
      options: [
        { value: 'accepted', label: 'Accept: withdraw the answer' },
        { value: 'rejected', label: 'Reject: the answer stands' },
      ],
    },
    typed('answer', 'Reply that the user reads', longText),
  ],
  before: {},
  about: { game_dispute_decided: 'decision' },
  send: (values: Sent) =>
    api.post('console/game_dispute', {
      id,
      decision: textAt(values, 'decision') === 'accepted' ? 'accepted' : 'rejected',
      answer: textAt(values, 'answer'),
      reason: values.reason,
    }),
});
