import { describe, expect, it } from 'vitest';
import { domainOfSite, isAtDomain, readMailAddress } from './links.server.ts';

const isTaken = (email: string, website: string) => {
  const address = readMailAddress(email);
  return address !== null && isAtDomain(address, domainOfSite(website));
};

describe('an address at the vendor’s own domain', () => {
  it.each([
    ['ann@vendor.example', 'https://vendor.example'],
    ['ann@vendor.example', 'https://www.vendor.example/product?x=1'],
    ['ann@vendor.example', 'https://app.eu.vendor.example'],
    ['ann@mail.vendor.example', 'https://vendor.example'],
    ['Ann+site@Vendor.Example', 'https://vendor.example'],
    ['ann@vendor.co.uk', 'https://www.vendor.co.uk'],
    ['ann@bücher.example', 'https://www.bücher.example'],
    ['ann@xn--bcher-kva.example', 'https://bücher.example'],
    ['ann@vendor.github.io', 'https://vendor.github.io'],
  ])('%s is taken for %s', (email, website) => {
    expect(isTaken(email, website)).toBe(true);
  });

  it.each([
    ['ann@gmail.com', 'https://vendor.example'],
    ['ann@vendor.example.evil.example', 'https://vendor.example'],
    ['ann@evilvendor.example', 'https://vendor.example'],
    ['ann@gmail.com', 'https://gmail.com'],
    ['ann@google.com', 'https://sites.google.com/view/vendor'],
    ['ann@yahoo.co.uk', 'https://vendor.yahoo.co.uk'],
    ['ann@linkedin.com', 'https://www.linkedin.com/company/vendor'],
    ['ann@vendor.evil.example', 'https://vendor.example'],
    ['ann@example', 'https://vendor.example'],
    ['ann@other.co.uk', 'https://www.vendor.co.uk'],
    ['ann@co.uk', 'https://www.vendor.co.uk'],
    ['ann@other.github.io', 'https://vendor.github.io'],
    ['ann@github.io', 'https://vendor.github.io'],
    // The first letter is Cyrillic.
    ['ann@аddepar.com', 'https://addepar.com'],
    ['ann@[127.0.0.1]', 'http://127.0.0.1'],
    ['ann@vendor.example', ''],
    ['ann@vendor.example', '/about'],
  ])('%s is refused for %s', (email, website) => {
    expect(isTaken(email, website)).toBe(false);
  });

  it.each([
    'ann',
    '@vendor.example',
    'ann@',
    'ann@vendor.example\r\nBcc: all@evil.example',
    'ann@evil.example, bob@vendor.example',
    'ann@evil.example@vendor.example',
    '"ann@evil.example"@vendor.example',
    `${'a'.repeat(250)}@vendor.example`,
  ])('%j is no address', (email) => {
    expect(readMailAddress(email)).toBeNull();
  });

  it('knows one mailbox by its name before a plus, in either case', () => {
    expect(readMailAddress('Ann+one@Vendor.example')).toEqual({
      email: 'Ann+one@vendor.example',
      host: 'vendor.example',
      mailbox: 'ann@vendor.example',
    });
  });
});
