import { pageReply, refuse, wireTime } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { dialCodesIn } from './dial-codes.ts';
import { antiPhishingOf, changeAntiPhishing } from './anti-phishing.ts';
import { checkCode, sendLinkCode, sendCode, sendOwnCode } from './codes.ts';
import { loginsOf } from './history-store.ts';
import type { LoginRow } from './history-store.ts';
import { issueDeviceToken } from './known-devices.ts';
import { linkContact } from './link-contact.ts';
import { login } from './login.ts';
import type { ResolvedDeps } from './deps.ts';
import { changePassword, forget } from './passwords.ts';
import { editNickname, ownAccount, setAvatar, setPreferences, upload } from './profile.ts';
import { register } from './register.ts';
import { emailOf, phoneAwaiting, phoneOf, contactAwaiting } from './resolve.ts';
import { logout, nameSession, ownSessions, revoke } from './sessions.ts';
import type { UserRow } from './store.ts';
import { requestUnfreeze } from './unfreeze.ts';

type Profile = Reply<Contract['identity']['user/info']>;

const profileOf = async (
  user: UserRow,
  { ctx, feeDiscount, creditScoreOf }: ResolvedDeps,
): Promise<Profile> => ({
  id: user.id,
  uid: user.id,
  email: user.email,
  phone: user.phone,
  area_code: user.areaCode,
  nickname: user.nickname,
  signature: user.signature,
  head_portrait: user.headPortrait,
  extension_code: user.inviteCode,
  credit_score: await creditScoreOf(ctx.db, user.id),
  vip_level: user.vipLevel,
  fee_discount: format(percentFromRate(feeDiscount(user.id))),
  real_state: user.realState,
  lang: user.lang,
  fiat: user.fiat,
  region: user.region,
  demo: ctx.demo,
  created_at: wireTime(user.createdMs),
  created_ms: user.createdMs,
});

/** A login attempt on the wire. */
export const loginView = ({ newDevice, createdMs, ...row }: LoginRow) => ({
  ...row,
  new_device: newDevice,
  created_at: wireTime(createdMs),
  created_ms: createdMs,
});

/** Reply of calls without data. */
const done = async (work: Promise<void>): Promise<'ok'> => {
  await work;
  return 'ok';
};

type Identity = Handlers<Contract['identity']>;

/** Handlers of sessions, their devices and the login history. */
const sessionHandlers = (
  deps: ResolvedDeps,
): Pick<
  Identity,
  | 'user/device'
  | 'user/logout'
  | 'user/sessions'
  | 'user/session/revoke'
  | 'user/session/rename'
  | 'user/logins'
> => ({
  'user/device': async ({ caller, request }) => ({
    device_token: await issueDeviceToken(deps, caller, request),
  }),
  'user/logout': ({ caller }) => done(logout(deps, caller)),
  async 'user/sessions'({ caller }) {
    const sessions = await ownSessions(deps, deps.ctx.db, caller.userId);
    return sessions.map((session) => ({
      id: session.id,
      device: session.device,
      name: session.name,
      address: session.address,
      current: session.id === caller.sessionId,
      trusted: session.isTrusted,
      created_at: wireTime(session.createdMs),
      created_ms: session.createdMs,
      seen_at: wireTime(session.seenMs),
      seen_ms: session.seenMs,
    }));
  },
  'user/session/revoke': ({ input, caller }) => done(revoke(deps, caller, input.id)),
  'user/session/rename': ({ input, caller }) => done(nameSession(deps, caller, input.id, input.name)),
  async 'user/logins'({ input, caller }) {
    const { rows, total } = await loginsOf(deps.ctx.db, caller.userId, input);
    return pageReply(rows.map(loginView), total, input.page, input.limit);
  },
});

/** Handlers of the contract's identity group. */
export function identityHandlers(deps: ResolvedDeps): Identity {
  const profile = (user: UserRow): Promise<Profile> => profileOf(user, deps);
  return {
    sms_mail({ input, lang, request }) {
      const areaCode = input.area_code ?? input.area_code_id;
      const { address, namesLang } = request;
      return done(sendCode(deps, { ...input, area_code: areaCode }, { lang, namesLang, address }));
    },
    async 'user/check_email'({ input }) {
      const contact = await contactAwaiting(deps, input.user_string, input.country_code, input.scene);
      return done(checkCode(deps, contact.value, input.scene, input.email_code));
    },
    'user/register': ({ input, lang, request }) => register(deps, input, { lang, request }),
    'user/forget': ({ input, request }) => done(forget(deps, input, request)),
    ...sessionHandlers(deps),
    'user/login': ({ input, request }) => login(deps, input, request),
    'user/info': async ({ caller }) => profile(await ownAccount(deps, caller.userId)),
    'user/unfreeze': ({ input, request }) => done(requestUnfreeze(deps, input, request)),
    sms_send: ({ input, lang, request }) =>
      done(
        sendLinkCode(deps, phoneOf(deps, input.mobile, input.area_code), {
          lang,
          address: request.address,
        }),
      ),
    'safe/email_send': ({ input, lang, request }) =>
      done(sendLinkCode(deps, emailOf(input.email), { lang, address: request.address })),
    async 'safe/mobile'({ input, caller, request }) {
      const contact = await phoneAwaiting(deps, input.mobile, input.area_code);
      return done(linkContact(deps, caller, contact, input, request));
    },
    'safe/email': ({ input, caller, request }) =>
      done(linkContact(deps, caller, emailOf(input.email), input, request)),
    'safe/anti_phishing': async ({ caller }) => ({ text: await antiPhishingOf(deps, caller.userId) }),
    'safe/anti_phishing/set': ({ input, caller }) => done(changeAntiPhishing(deps, caller.userId, input)),
    'user/editNickname': async ({ input, caller }) => profile(await editNickname(deps, caller.userId, input)),
    'user/uploadHeadPortrait': async ({ input, caller }) =>
      profile(await setAvatar(deps, caller.userId, input.head_portrait)),
    'user/preferences': async ({ input, caller }) =>
      profile(await setPreferences(deps, caller.userId, input)),
    'safe/update_password': ({ input, caller, request }) =>
      done(changePassword(deps, caller, input, request)),
    'safe/send_code': ({ input, caller, lang, request }) =>
      done(sendOwnCode(deps, caller.userId, input, { lang, address: request.address })),
    upload: ({ caller, file }) => upload(deps, caller.userId, (file ?? refuse('parameter_error')).bytes),
    areas: ({ lang }) => [...dialCodesIn(lang)],
  };
}
