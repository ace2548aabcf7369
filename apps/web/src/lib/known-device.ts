import { api } from './api.ts';
import { deviceToken, keepDeviceToken, openSession } from './session.ts';

/** Opens the session of a login and makes this device a known one: later logins here are not slowed down by strangers. */
export function openLogin(token: string): void {
  openSession(token);
  api.post('user/device', {}, { quiet: true, device: deviceToken() }).then(
    ({ device_token: next }) => {
      if (next !== null) keepDeviceToken(next);
    },
    // The device stays unknown until the next login.
    () => undefined,
  );
}
