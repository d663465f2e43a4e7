import type { ClientProfile } from '#core/lint/client-profile.js';
import { PROFILES_EXPECTED, profilesIn } from './lint-config.js';
import { ADDRESSES_EXPECTED, addressesIn, NETWORKS_EXPECTED, networksIn } from './networks.js';

/** Reads a value, or says what it should have been. */
export type Reader<T> = (text: string) => { value: T } | { expected: string };

export const anyText: Reader<string> = (value) => ({ value });

const wholeNumber = (max: number, expected: string): Reader<number> => {
  return (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value <= max ? { value } : { expected };
  };
};

export const port = wholeNumber(65_535, 'a port number from 0 to 65535');

export const milliseconds = wholeNumber(86_400_000, 'a number of milliseconds from 0 to 86400000');

export const minutes = wholeNumber(10_080, 'a number of minutes from 0 to 10080');

export const waiverDays = wholeNumber(3_650, 'a number of days from 0 to 3650');

export const oneOf =
  <T extends string>(...values: readonly T[]): Reader<T> =>
  (text) => {
    const value = values.find((each) => each === text.toLowerCase());
    return value === undefined ? { expected: `one of ${values.join(', ')}` } : { value };
  };

export const clientProfiles: Reader<readonly ClientProfile[]> = (text) => {
  const value = profilesIn(text);
  return value === null ? { expected: PROFILES_EXPECTED } : { value };
};

export const dimensions = wholeNumber(16_384, 'a number of dimensions up to 16384');

export const weightReader: Reader<number> = (text) =>
  /^\d{1,2}(\.\d{1,4})?$/.test(text) && Number(text) <= 10
    ? { value: Number(text) }
    : { expected: 'a number from 0 to 10' };

export const httpAddress: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '';
  return isPlain && /^https?:$/.test(url.protocol)
    ? { value }
    : { expected: 'an http or https address without a user and a password in it' };
};

export const addresses: Reader<readonly string[]> = (text) => {
  const value = addressesIn(text);
  return value === null ? { expected: ADDRESSES_EXPECTED } : { value };
};

export const headerText: Reader<string> = (value) =>
  /^[\x21-\x7e]+$/.test(value) ? { value } : { expected: 'a key of printable ASCII characters' };

export const networkRanges: Reader<readonly string[]> = (text) => {
  const value = networksIn(text);
  return value === null ? { expected: NETWORKS_EXPECTED } : { value };
};

export const connectionString: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const readable =
    url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && isDecodable(url.pathname);
  return readable
    ? { value }
    : { expected: 'a connection string such as postgresql://user:password@host:5432/database' };
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

export const apiKey: Reader<string> = (value) =>
  /^qm_[A-Za-z0-9]+_[A-Za-z0-9_-]{32,}$/.test(value)
    ? { value }
    : {
        expected: 'an API key: qm_, letters and digits, _, then at least 32 of A-Z a-z 0-9 _ and -',
      };
