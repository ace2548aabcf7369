import { authenticate, operatorDeviceKey } from '@karat/domains/operators';
import type { Authentication, DeviceAuthentication } from '@karat/platform/http';
import type { House } from './house.ts';

/** Who holds a token: users and operators have sessions of their own kinds. */
export type Doors = Authentication & DeviceAuthentication;

export const doorsOf = ({ credentials, identity, operatorLogins }: House): Doors => ({
  authenticate: identity.authenticate,
  programs: credentials.programs,
  deviceKey: (token) => identity.deviceKey(token) ?? operatorDeviceKey(operatorLogins, token),
  authenticateOperator: (token) => authenticate(operatorLogins, token),
});
