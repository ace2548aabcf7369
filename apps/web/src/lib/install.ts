import { create } from 'zustand';

/** The browser's install prompt event; not all browsers send it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}
const isOffer = (event: Event): event is Offer => 'prompt' in event;

export const useInstall = create<{ readonly offer: Offer | null; readonly installed: boolean }>(() => ({
  offer: null,
  installed: false,
}));

/** Stores the install prompt, which fires once and early. */
export function keepInstallOffer(): void {
  useInstall.setState({ installed: window.matchMedia('(display-mode: standalone)').matches });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isOffer(event)) useInstall.setState({ offer: event });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ offer: null, installed: true }));
}
