import type { SensitivePart } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import { addDays, dateIn, hasWalletAddress, localMs, momentOf, namesSecret, weekdayOf } from '@karat/rules';

/** Open tickets of one user, and conversations of one visitor's address. */
export const TICKETS_MAX = 5;
/** Wait between two transcripts of a conversation. */
export const TRANSCRIPT_WAIT_MS = 60 * 60_000;
/** How long a typing mark lasts. */
export const TYPING_MS = 5_000;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const WEEK_DAYS = 7;

/** Opening hours of one weekday, minutes of the day. */
export interface Opening {
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  readonly from: number;
  /** Up to 1440. */
  readonly to: number;
}

export interface OpeningHours {
  /** IANA time zone. */
  readonly zone: string;
  readonly openings: readonly Opening[];
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const PART =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:-(Mon|Tue|Wed|Thu|Fri|Sat|Sun))? ([0-2]\d):([0-5]\d)-([0-2]\d):([0-5]\d)$/;

/** Parses `Mon-Fri 09:00-18:00, Sat 10:00-16:00`; undefined if malformed, overlapping or empty. */
export function readOpenings(text: string): readonly Opening[] | undefined {
  const openings: Opening[] = [];
  for (const part of text.split(',')) {
    const match = PART.exec(part.trim());
    if (!match) return undefined;
    const [, first = '', last = first, ...digits] = match;
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = digits.map(Number);
    const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
    if (from >= to || to > DAY_MINUTES) return undefined;
    const begin = WEEKDAYS.findIndex((day) => day === first);
    const end = WEEKDAYS.findIndex((day) => day === last);
    if (end < begin) return undefined;
    for (let day = begin; day <= end; day += 1) openings.push({ weekday: day + 1, from, to });
  }
  const ordered = openings.toSorted((a, b) => a.weekday - b.weekday || a.from - b.from);
  const overlaps = ordered.some((each, at) => {
    const next = ordered[at + 1];
    return next !== undefined && next.weekday === each.weekday && next.from < each.to;
  });
  return overlaps ? undefined : ordered;
}

/** Whether customer service is open at a moment. */
export function isOpenAt({ openings, zone }: OpeningHours, ms: number): boolean {
  const weekday = weekdayOf(dateIn(zone, ms));
  const minute = Math.floor(localMs(zone, ms) / MINUTE_MS) % DAY_MINUTES;
  return openings.some((each) => each.weekday === weekday && minute >= each.from && minute < each.to);
}

/** Returns when it opens next, unix ms; null while it is open. */
export function opensAfter(hours: OpeningHours, ms: number): number | null {
  if (isOpenAt(hours, ms)) return null;
  const today = dateIn(hours.zone, ms);
  for (let days = 0; days <= WEEK_DAYS; days += 1) {
    const date = addDays(today, days);
    for (const { weekday, from } of hours.openings) {
      if (weekday !== weekdayOf(date)) continue;
      const opens = momentOf(hours.zone, date, from);
      if (opens > ms) return opens;
    }
  }
  return null;
}

/** Returns the part of an operator's text that a customer must never be sent; undefined if there is none. */
export function sensitivePart(text: string): SensitivePart | undefined {
  if (namesSecret(text)) return 'credential_request';
  return hasWalletAddress(text) ? 'wallet_address' : undefined;
}

/** Languages that a reader of another one understands best, before English. */
const NEAR: Partial<Readonly<Record<Lang, Lang>>> = { hk: 'zh', zh: 'hk' };

/** Returns a text in a language, or in the nearest one that has it. English always has it. */
export function textIn(
  texts: Readonly<Partial<Record<Lang, string>>>,
  lang: Lang,
): { readonly lang: Lang; readonly text: string } {
  for (const each of [lang, NEAR[lang], 'en' as const]) {
    const text = each === undefined ? undefined : texts[each];
    if (each !== undefined && text !== undefined && text !== '') return { lang: each, text };
  }
  return { lang: 'en', text: '' };
}

/** Masks the name of an e-mail address: `a***@mail.example`. */
export const maskedEmail = (email: string): string =>
  `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`;
