import packageJson from '../../../package.json' with { type: 'json' };

/** Version of the product, from the root package.json. */
export const VERSION = packageJson.version;

/** Version of the user interface, fixed by the wire protocol. */
export const UI_VERSION = '1.8.4';
