import type { UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { ResolvedDeps } from './deps.ts';
import { readEmail } from './contact.ts';
import { openAccount } from './register.ts';
import { credentialOf } from './store.ts';

/** A demo login, printed at start. */
export interface DemoLogin {
  readonly login: string;
  readonly password: string;
  readonly userId: UserId;
}

const DEMO_USERS: readonly { readonly login: string; readonly password: string; readonly lang: Lang }[] = [
  { login: 'alice@demo.karat.example', password: 'karat-alice', lang: 'en' },
  { login: 'bruno@demo.karat.example', password: 'karat-bruno', lang: 'en' },
  { login: 'chloe@demo.karat.example', password: 'karat-chloe', lang: 'en' },
  { login: 'dana@demo.karat.example', password: 'karat-dana', lang: 'en' },
];

/**
 * Opens four demo users once, with everything that a registration creates. Demo mode only: their passwords are
 * public; in production they do not exist and cannot log in.
 */
export async function seedDemoUsers(deps: ResolvedDeps): Promise<DemoLogin[]> {
  const { ctx } = deps;
  if (!ctx.demo) throw new Error('demo users exist in demo mode only');
  const logins: DemoLogin[] = [];
  for (const { login, password, lang } of DEMO_USERS) {
    const contact = readEmail(login);
    if (!contact) throw new Error(`demo login ${login} is not an email address`);
    const found = await credentialOf(ctx.db, contact, true);
    const passwordHash = found?.passwordHash ?? (await deps.passwords.hash(password));
    const userId =
      found?.id ??
      (await ctx.db.transact((tx) =>
        openAccount(deps, tx, { contact, passwordHash, inviterId: null, lang, demo: true }),
      ));
    logins.push({ login, password, userId });
  }
  return logins;
}
