import { registerWorker } from './service-worker.ts';
import { useSession } from './session.ts';
import { storage } from './storage.ts';
import type { SentTo } from './calls.ts';

/** Pushes on this device; `blocked`: the person has forbidden notifications in the browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Token of the session that has switched pushes on: the subscription ends with it. */
const KEY = 'push';

async function registrationOf(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return undefined;
  // A fresh app registers it some seconds after its first screen.
  return (await navigator.serviceWorker.getRegistration()) ?? registerWorker();
}

export async function readPushState(): Promise<PushState> {
  const registration = await registrationOf();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && storage.read(KEY) === useSession.getState().token ? 'on' : 'off';
}

/** Asks for permission and subscribes this browser to pushes of a server key; undefined if the person declines. */
export async function subscribeToPushes(publicKey: string): Promise<SentTo<'push/subscribe'> | undefined> {
  const registration = await registrationOf();
  if (!registration || (await Notification.requestPermission()) !== 'granted') return undefined;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // A subscription to another key, or of an earlier session, is replaced.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? undefined
    : { endpoint, p256dh, auth };
}

/** Remembers that the present session receives pushes here. */
export const keepPushes = (): void => storage.write(KEY, useSession.getState().token);

/** Ends the subscription of this browser; returns its address. */
export async function unsubscribeFromPushes(): Promise<string | undefined> {
  storage.write(KEY, null);
  const subscription = await (await registrationOf())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}
