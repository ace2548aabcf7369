import { api } from './api.ts';
import { deviceToken, keepDeviceToken, openSession } from './session.ts';

/**
 * Opens the session of a login and registers this device as known, so that failed logins of strangers do not slow down
 * later logins here.
 */
export function openLogin(token: string): void {
  openSession(token);
  // On failure the device stays unknown until the next login.
  void renewDeviceToken().catch(() => undefined);
}

async function renewDeviceToken(): Promise<void> {
  const { device_token: token } = await api.post('user/device', {}, { quiet: true, device: deviceToken() });
  if (token !== null) keepDeviceToken(token);
}
