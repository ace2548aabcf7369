import { renderSVG } from 'uqr';

/** A QR code as a data URL: dark on light in either theme, with a margin in modules. */
export const qrPicture = (text: string, margin = 1): string =>
  `data:image/svg+xml,${encodeURIComponent(
    renderSVG(text, { border: margin, blackColor: '#14120d', whiteColor: '#ffffff' }),
  )}`;
