import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { tokenHash } from '@karat/platform/crypto';
import type { Tx } from '@karat/platform/db';
import { opaqueToken } from '@karat/platform/random';
import { insertReportLink, takeReportLink } from './contact-store.ts';
import { emailFor, sendToContact } from './emails.ts';
import { masked } from './masked.ts';
import type { ResolvedDeps } from './deps.ts';
import { readContact } from './contact.ts';
import type { UserRow } from './store.ts';

/** Screen of the app that the link opens. The token is in the fragment (`#`), so no server and no log receives it. */
const SCREEN = '/#/pages/common/notMe';

/**
 * Notifies every contact that the account had before a change, each with its own link to freeze the account. A thief
 * can change what the account shows, but not the emails that were sent.
 */
export async function notifyContacts(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserRow,
  change: { readonly id: number; readonly contact: string; readonly previous: string | null },
): Promise<void> {
  for (const contact of [user.email, user.phone]) {
    if (contact !== null) await notifyContact(deps, tx, user, contact, change);
  }
}

async function notifyContact(
  deps: ResolvedDeps,
  tx: Tx,
  user: UserRow,
  contact: string,
  change: { readonly id: number; readonly contact: string; readonly previous: string | null },
): Promise<void> {
  const target = readContact(contact, '');
  if (!target) return;
  const token = opaqueToken(deps.ctx.random);
  const expires = deps.ctx.clock.now() + deps.limits.reportLinkMs;
  await insertReportLink(tx, { tokenHash: tokenHash(token), change: change.id, contact, expires });
  const email = emailFor(contact === change.previous ? 'replaced' : 'linked', user.lang, {
    site: deps.siteName,
    receiver: masked(change.contact),
    link: `${deps.appUrl}${SCREEN}?token=${token}`,
  });
  await sendToContact(deps, tx, target, user.lang, {
    letter: email,
    antiPhishing: user.antiPhishing ?? '',
    deliver: true,
  });
}

/** Consumes the token of a link and returns the account to freeze. Refuses `link_invalid` for every fault. */
export async function takeReport(deps: ResolvedDeps, tx: Tx, token: string): Promise<UserId> {
  const found = await takeReportLink(tx, tokenHash(token), deps.ctx.clock.now());
  return found?.userId ?? refuse('link_invalid');
}
