import { Secret, TOTP } from 'otpauth';
import { demoOperators } from './operators.ts';

/** Logins of the demo operators with current codes, so that a visitor of the demo can log in. */
export const demoLogins = (now: number) =>
  demoOperators.map(({ login, role, password, totpSecret }) => ({
    login,
    role,
    password,
    totp_secret: totpSecret,
    totp: new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: now }),
  }));
