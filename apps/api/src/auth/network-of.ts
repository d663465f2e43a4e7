/**
 * Whom an address belongs to: itself under IPv4, and under IPv6 the network of 64 bits that a single
 * subscriber is given, out of which every request could come from another address.
 */
export const networkOf = (address: string): string => {
  const [text = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  if (!text.includes(':')) return text;
  const [head = '', tail] = text.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...(tail === undefined ? [] : zeros), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
