import { api } from './api.ts';
import { deviceToken, keepDeviceToken, openSession } from './session.ts';

/** Opens the session of a login and makes this device a known one: later logins here are not slowed down by strangers. */
export function openLogin(token: string): void {
  openSession(token);
  // A failure leaves the device unknown until the next login.
  void renewDeviceToken().catch(() => undefined);
}

async function renewDeviceToken(): Promise<void> {
  const { device_token: token } = await api.post('user/device', {}, { quiet: true, device: deviceToken() });
  if (token !== null) keepDeviceToken(token);
}
