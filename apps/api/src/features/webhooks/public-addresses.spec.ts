import { PublicAddresses } from './public-addresses.js';

const refuses = (address: string, networks: readonly string[] = [], protocol = 'https:') =>
  new PublicAddresses(networks).refuse(address, protocol) !== null;

it.each([
  ...['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.31.0.1', '192.168.0.1', '100.64.0.1'],
  ...['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
  ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'fc00::1', 'ff02::1', '2002:7f00:1::'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::127.0.0.1'],
  ...['64:ff9b::a00:1', '2001:0:a00:1::', 'localhost', '2130706433'],
])('sends nothing to %s', (address) => expect(refuses(address)).toBe(true));

it.each(['93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  'sends to %s, and that by TLS alone',
  (address) => {
    expect(refuses(address)).toBe(false);
    expect(refuses(address, ['93.184.0.0/16'], 'http:')).toBe(true);
  },
);

it('sends where the deployment allows it, and without TLS only to this machine', () => {
  expect(refuses('10.1.2.3', ['10.1.0.0/16'])).toBe(false);
  expect(refuses('10.2.2.3', ['10.1.0.0/16'])).toBe(true);
  expect(refuses('10.1.2.3', ['10.1.0.0/16'], 'http:')).toBe(true);
  expect(refuses('127.0.0.1', ['127.0.0.0/8'], 'http:')).toBe(false);
  expect(refuses('::ffff:127.0.0.1', ['127.0.0.0/8'], 'http:')).toBe(false);
  expect(refuses('::1', ['127.0.0.0/8'], 'http:')).toBe(true);
});

it('sends to no address where a cloud keeps credentials, whatever is allowed', () => {
  const addresses = [
    ...['169.254.169.254', '::ffff:169.254.169.254', '::169.254.169.254', '2002:a9fe:a9fe::1'],
    ...['64:ff9b::169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
  ];
  expect(addresses.filter((address) => !refuses(address, ['0.0.0.0/0', '::/0']))).toEqual([]);
  expect(refuses('64:ff9b::a00:1', ['64:ff9b::/96'])).toBe(false);
});
