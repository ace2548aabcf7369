/** Registers the service worker, once however often it is called; undefined if the browser refuses it. */
export const registerWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
