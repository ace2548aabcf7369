import { NOTICE_GROUPS, NOTICE_KINDS } from '@karat/contract';
import type { NoticeGroup, NoticeKind } from '@karat/contract';
import type { NoticeTexts } from './texts.ts';

/** Default of the email groups. Trading can cause many notices, so it is off. */
const MAILED: Readonly<Record<NoticeGroup, boolean>> = {
  security: true,
  account: true,
  money: true,
  trade: false,
  alerts: false,
};

/** Whether the user cannot change it. */
export const isFixed = (group: NoticeGroup): boolean => group === 'security';

export interface Preference {
  readonly group: NoticeGroup;
  readonly mail: boolean;
  readonly fixed: boolean;
}

/** Returns true if a group is emailed, by the user's choice or the default. */
export const isMailed = (group: NoticeGroup, chosen: boolean | undefined): boolean =>
  isFixed(group) || (chosen ?? MAILED[group]);

/** Returns every group with its setting for a user. */
export const preferences = (chosen: ReadonlyMap<NoticeGroup, boolean>): Preference[] =>
  NOTICE_GROUPS.map((group) => ({
    group,
    mail: isMailed(group, chosen.get(group)),
    fixed: isFixed(group),
  }));

/** Returns the kinds of a group. */
export const kindsOf = (texts: NoticeTexts<NoticeKind>, group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => texts[kind].group === group);
