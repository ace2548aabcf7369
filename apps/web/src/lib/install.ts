import { create } from 'zustand';

/** The browser's offer to install the app; not all browsers make it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}
const isOffer = (event: Event): event is Offer => 'prompt' in event;

export const useInstall = create<{ readonly offer: Offer | null; readonly installed: boolean }>(() => ({
  offer: null,
  installed: false,
}));

/** Keeps the offer, which comes once and early, for the screen that asks for it. */
export function keepInstallOffer(): void {
  useInstall.setState({ installed: window.matchMedia('(display-mode: standalone)').matches });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isOffer(event)) useInstall.setState({ offer: event });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ offer: null, installed: true }));
}
