import { NOTICE_GROUPS, NOTICE_KINDS } from '@karat/contract';
import type { NoticeGroup, NoticeKind } from '@karat/contract';
import type { NoticeTexts } from './texts.ts';

/** What is mailed unless the user says otherwise. Of trading there can be many, so those are off. */
const MAILED: Readonly<Record<NoticeGroup, boolean>> = {
  security: true,
  account: true,
  money: true,
  trade: false,
};

/** Whether the user has no say in it. */
export const isFixed = (group: NoticeGroup): boolean => group === 'security';

export interface Preference {
  readonly group: NoticeGroup;
  readonly mail: boolean;
  readonly fixed: boolean;
}

/** Whether a group is mailed, with what the user chose. */
export const isMailed = (group: NoticeGroup, chosen: boolean | undefined): boolean =>
  isFixed(group) || (chosen ?? MAILED[group]);

/** Every group with what holds for a user. */
export const preferences = (chosen: ReadonlyMap<NoticeGroup, boolean>): Preference[] =>
  NOTICE_GROUPS.map((group) => ({
    group,
    mail: isMailed(group, chosen.get(group)),
    fixed: isFixed(group),
  }));

/** The kinds of a group. */
export const kindsOf = (texts: NoticeTexts<NoticeKind>, group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => texts[kind].group === group);
