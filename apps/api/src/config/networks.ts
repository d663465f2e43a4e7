import { isIP } from 'node:net';

export const NETWORKS_EXPECTED = 'a list of networks such as 10.1.0.0/16, fd12::/16';

/** Networks in CIDR notation, separated by commas; null where one of them is none. */
export const networksIn = (text: string): readonly string[] | null => {
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : null;
};

const BITS = new Map([
  [4, 32],
  [6, 128],
]);

const isNetwork = (text: string): boolean => {
  const [, address = '', prefix = ''] = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bits = BITS.get(isIP(address));
  return bits !== undefined && Number(prefix) <= bits;
};
