/**
 * Whether this is an absolute http or https URL with a host (RFC 3986), where `{name}` may stand for
 * a part of it. User information is refused: a secret has no place in a contract.
 */
export const isHttpUrl = (text: string): boolean => {
  const parts = URL_PARTS.exec(text.replace(TEMPLATE, 'x'));
  if (parts === null) return false;
  const { port = '' } = parts.groups ?? {};
  return port === '' || Number(port) <= 65_535;
};

/** What is told where it is not one. */
export const HTTP_URL_EXPECTED = 'must be an absolute http or https URL without credentials';

const TEMPLATE = /\{[A-Za-z0-9_.~-]+\}/g;

const HOST = /(?<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._~-]*[A-Za-z0-9])?\.?)/;
const REST = /(?<rest>(?:[/?#](?:[\w\-.~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})*)?)/;

const URL_PARTS = new RegExp(
  `^[Hh][Tt][Tt][Pp][Ss]?://${HOST.source}(?::(?<port>\\d{1,5}))?${REST.source}$`,
);
