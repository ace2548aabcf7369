/** Returns the path of a currency's picture, from the root of the server. */
export const logoPath = (code: string): string => `/logos/${code.toLowerCase()}`;
