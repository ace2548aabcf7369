import { authenticate, operatorDeviceKey } from '@karat/domains/operators';
import type { Authentication, DeviceAuthentication } from '@karat/platform/http';
import type { Container } from './container.ts';

/** Finds the session of a token: users and operators have separate sessions. */
export type Authenticators = Authentication & DeviceAuthentication;

export const authenticatorsOf = ({ credentials, identity, operatorLogins }: Container): Authenticators => ({
  authenticate: identity.authenticate,
  programs: credentials.programs,
  deviceKey: (token) => identity.deviceKey(token) ?? operatorDeviceKey(operatorLogins, token),
  authenticateOperator: (token) => authenticate(operatorLogins, token),
});
