/** What proves that it is the user: pay password, one-time codes, passkeys, API keys. */
export const credentials = {};
