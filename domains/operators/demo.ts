import { Secret, TOTP } from 'otpauth';
import { demoOperators } from './operators.ts';

/** Logins of the demo operators with the code of the moment, so that a visitor of a demonstration can look around. */
export const demoLogins = (now: number) =>
  demoOperators.map(({ login, role, password, totpSecret }) => ({
    login,
    role,
    password,
    totp_secret: totpSecret,
    totp: new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: now }),
  }));
