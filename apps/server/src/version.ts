/** Of the app; the interface has a number of its own. */
export const VERSION = '1.8.0';
export const UI_VERSION = '1.8.4';
