import { BlockList, isIP } from 'node:net';

/** What no public receiver has: private, shared, local, documentation, multicast, translated. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/**
 * Where clouds tell machines their credentials, also as gateways translate it: never, whatever the
 * deployment allows. Some of them are in networks that deployments do use, one looks like any public one.
 */
const NEVER = [
  ...['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128'],
  ...['::a9fe:0/112', '64:ff9b::a9fe:0/112', '2002:a9fe::/32'],
];

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const holds = (list: BlockList, address: string): boolean =>
  // An IPv4 address that is written as an IPv6 one is found by the rules for IPv4.
  list.check(address, familyOf(address));

/** To which addresses messages may be sent. */
export class PublicAddresses {
  private readonly private = listOf(NOT_PUBLIC);
  private readonly never = listOf(NEVER);
  private readonly loopback = listOf(LOOPBACK);
  private readonly allowed: BlockList;

  /** `networks` are allowed although they are not public. */
  constructor(networks: readonly string[]) {
    this.allowed = listOf(networks);
  }

  /** Why nothing is sent there, or null. Without TLS only what stays on this machine is sent. */
  refuse(address: string, protocol: string): string | null {
    if (isIP(address) === 0) return 'is no address';
    if (holds(this.never, address)) return 'is an address of this machine or its network alone';
    const isAllowed = holds(this.allowed, address);
    if (!isAllowed && holds(this.private, address)) return 'is no public address';
    if (protocol === 'http:' && !(isAllowed && holds(this.loopback, address))) {
      return 'is to be reached by https';
    }
    return null;
  }
}
