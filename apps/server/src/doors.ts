import { authenticate } from '@karat/domains/operators';
import type { Authentication, DeviceAuthentication } from '@karat/platform/http';
import type { House } from './house.ts';

/** Who holds a token: users and operators have sessions of their own kinds. */
export type Doors = Authentication & DeviceAuthentication;

export const doorsOf = ({ ctx, credentials, identity, tokens }: House): Doors => ({
  authenticate: identity.authenticate,
  programs: credentials.programs,
  deviceKey: (token) => identity.deviceKey(token),
  authenticateOperator: (token) => authenticate({ ctx, tokens }, token),
});
