/** The message centre: what the house tells a user, and where else it goes. */
export const messages = {};
