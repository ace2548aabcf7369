/** Version of the app; the API has its own number. */
export const VERSION = '1.8.0';
export const UI_VERSION = '1.8.4';
