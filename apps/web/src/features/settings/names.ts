/** Client-side checks of the profile; the server decides. */

/** 2-10 letters and digits of any script. */
export const nicknameFits = (text: string): boolean => /^[\p{L}\p{M}\p{N}]{2,10}$/u.test(text);

/** 2-30 characters. */
export function signatureFits(text: string): boolean {
  const { length } = Array.from(text.trim());
  return length >= 2 && length <= 30;
}
