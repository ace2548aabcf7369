import { NOTICE_GROUPS, NOTICE_KINDS, NOTICE_WAYS } from '@karat/contract';
import type { NoticeGroup, NoticeKind, NoticeWay } from '@karat/contract';
import type { NoticeTexts } from './texts.ts';

/** What a user has chosen for a group; null is the default. */
export type Choices = Readonly<Record<NoticeWay, boolean | null>>;

/** Defaults. Trading can cause many notices, so they are not mailed. Announcements reach everybody, so they are only listed. A device is pushed to only if its user has switched it on. */
const DEFAULTS: Readonly<Record<NoticeGroup, Readonly<Record<NoticeWay, boolean>>>> = {
  security: { in_app: true, mail: true, push: true },
  account: { in_app: true, mail: true, push: true },
  money: { in_app: true, mail: true, push: true },
  trade: { in_app: true, mail: false, push: true },
  alerts: { in_app: true, mail: false, push: true },
  support: { in_app: true, mail: true, push: true },
  announcements: { in_app: true, mail: false, push: false },
};

/** Whether the user cannot change it: what protects an account reaches its user, also without a browser that receives pushes. */
export const isFixed = (group: NoticeGroup, way: NoticeWay): boolean =>
  group === 'security' && way !== 'push';

export interface Preference extends Readonly<Record<NoticeWay, boolean>> {
  readonly group: NoticeGroup;
  /** Ways that cannot be turned off. */
  readonly fixed: NoticeWay[];
}

/** Returns true if notices of a group take a way, by the user's choice or the default. */
export const isSent = (group: NoticeGroup, way: NoticeWay, chosen: Choices | undefined): boolean =>
  isFixed(group, way) || (chosen?.[way] ?? DEFAULTS[group][way]);

/** Returns every group with its settings for a user. */
export const preferences = (chosen: ReadonlyMap<NoticeGroup, Choices>): Preference[] =>
  NOTICE_GROUPS.map((group) => ({
    group,
    in_app: isSent(group, 'in_app', chosen.get(group)),
    mail: isSent(group, 'mail', chosen.get(group)),
    push: isSent(group, 'push', chosen.get(group)),
    fixed: NOTICE_WAYS.filter((way) => isFixed(group, way)),
  }));

/** Returns the kinds of a group. */
export const kindsOf = (texts: NoticeTexts<NoticeKind>, group: NoticeGroup): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => texts[kind].group === group);
