const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** base64url without padding (RFC 4648, section 5; RFC 7515, appendix C). */
export const base64url = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const group = (one << 16) | (two << 8) | three;
    const digits = Math.min(4, bytes.length - at + 1);
    for (let digit = 0; digit < digits; digit += 1) {
      text += ALPHABET.charAt((group >> (18 - 6 * digit)) & 63);
    }
  }
  return text;
};

/** The bytes, or null where the text is not what `base64url` writes of any. */
export const bytesOfBase64url = (text: string): Uint8Array | null => {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    held = ((held << 6) | digit) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  const read = Uint8Array.from(bytes);
  return base64url(read) === text ? read : null;
};
