import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { base64url, bytesOfBase64url } from './base64url.js';
import { keyIdOf, publicKeyOf, readCheckpoint, textToSign, withSignature } from './checkpoint.js';

const CHECKPOINT = {
  seq: 42,
  head: `sha256:${'a'.repeat(64)}`,
  events: 42,
  at: '2026-11-30T12:00:00.000Z',
  key_id: 'k',
};

describe('base64url', () => {
  it.each([0, 1, 2, 3, 4, 32, 64])('keeps %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + 200) % 256);
    const text = base64url(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64url'));
    expect(bytesOfBase64url(text)).toEqual(bytes);
  });

  it.each(['a', 'ab=', 'a+b', 'ab/', 'aB', ' '])('does not read %j', (text) => {
    expect(bytesOfBase64url(text)).toBeNull();
  });
});

describe('a signed checkpoint', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = textToSign(CHECKPOINT);
  const whole = withSignature(text, sign(null, Buffer.from(text), privateKey));

  it('is a JWS that any library verifies, and is read as it was written', () => {
    const [header = '', claims = ''] = whole.split('.');
    const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(json(header)).toEqual({ alg: 'EdDSA', kid: 'k', typ: 'quartermaster-checkpoint+jws' });
    expect(json(claims)).toEqual({ schema: 1, ...CHECKPOINT });
    const read = readCheckpoint(whole);
    expect(read?.checkpoint).toEqual(CHECKPOINT);
    const { signedText = '', signature = new Uint8Array() } = read ?? {};
    expect(verify(null, Buffer.from(signedText), publicKey, signature)).toBe(true);
  });

  it.each([
    ['another algorithm', whole.replace(/^[^.]+/, encoded({ alg: 'none' }))],
    ['other claims', whole.replace(/\.[^.]+\./, `.${encoded({ schema: 1 })}.`)],
    ['no signature', text],
    ['a part too many', `${whole}.x`],
    ['nothing', ''],
  ])('with %s is none', (_, changed) => {
    expect(readCheckpoint(changed)).toBeNull();
  });

  it('names its key by the thumbprint of RFC 7638', () => {
    // RFC 8037, appendix A.3
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const bytes = publicKeyOf(jwk) ?? new Uint8Array();
    expect(keyIdOf(bytes)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    expect(createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
    expect(publicKeyOf({ ...jwk, crv: 'X25519' })).toBeNull();
  });

  function encoded(part: object): string {
    return Buffer.from(JSON.stringify(part)).toString('base64url');
  }
});
