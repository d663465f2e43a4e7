import { isHttpUrl } from './http-url.js';

describe('target URLs', () => {
  it.each([
    'https://tickets.example.com/v2/tickets',
    'http://localhost:8080',
    'HTTPS://example.com./a?b=c#d',
    'https://{tenant}.example.com/users/{id}/files/{file_name}?q={q}',
    'http://[::1]:3000/x',
    'https://example.com/%20a',
    'http://my_service:80/',
  ])('takes %s', (url) => {
    expect(isHttpUrl(url)).toBe(true);
  });

  it.each([
    '',
    '/v2/tickets',
    'tickets.example.com',
    'ftp://example.com',
    'https://',
    'https:///path',
    'https://user:secret@example.com',
    'https://example.com/a b',
    'https://example.com:99999',
    'https://example.com/{open',
    'https://example.com/%zz',
    'javascript:alert(1)',
  ])('refuses %j', (url) => {
    expect(isHttpUrl(url)).toBe(false);
  });
});
