import { hash } from 'node:crypto';
import { sha256Hex } from '#core/json/digest.js';
import { useNativeHash } from './native-hash.js';

it('says what the core says by itself', () => {
  const texts = ['', 'a', 'é工🙂\u0000', '\ud800', 'x'.repeat(100_000)];
  const own = texts.map(sha256Hex);
  useNativeHash();
  expect(texts.map(sha256Hex)).toEqual(own);
  expect(own[1]).toBe(hash('sha256', 'a', 'hex'));
});
