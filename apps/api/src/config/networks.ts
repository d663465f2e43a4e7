import { isIP } from 'node:net';

export const NETWORKS_EXPECTED = 'a list of networks such as 10.1.0.0/16, fd12::/16';

export const ADDRESSES_EXPECTED = 'a list of addresses and networks such as 10.0.0.0/8, 192.0.2.1';

/** Networks in CIDR notation, separated by commas; null where one of them is none. */
export const networksIn = (text: string): readonly string[] | null => {
  const networks = listed(text);
  return networks.every(isNetwork) ? networks : null;
};

/** The same, of which some may be single addresses. */
export const addressesIn = (text: string): readonly string[] | null => {
  const addresses = listed(text);
  return addresses.every((one) => isIP(one) !== 0 || isNetwork(one)) ? addresses : null;
};

const listed = (text: string): readonly string[] => text.split(',').map((one) => one.trim());

const BITS = new Map([
  [4, 32],
  [6, 128],
]);

const isNetwork = (text: string): boolean => {
  const [, address = '', prefix = ''] = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bits = BITS.get(isIP(address));
  return bits !== undefined && Number(prefix) <= bits;
};
