import { emailSchema } from './account.js';

describe('an email address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' \tAda@Example.COM\n', 'ada@example.com'],
    ['ada@xn--e1afmkfd.xn--p1ai', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['a&b/c=d!e#f@example.com', 'a&b/c=d!e#f@example.com'],
    ["o'neil+tag_{x}|~^`*?$%@mail.example.co.uk", "o'neil+tag_{x}|~^`*?$%@mail.example.co.uk"],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${'b'.repeat(63)}.com`, `a@${'b'.repeat(63)}.com`],
  ])('The email address %j is valid, as %j', (text, address) => {
    expect(emailSchema.parse(text)).toBe(address);
  });

  it.each([
    ...['', 'ada', '@example.com', 'ada@', 'ada@example', 'ada@@example.com', 'a b@example.com', 'ada@exa mple.com'],
    ...[`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(126)}com`],
    ...['ada@example-.com', 'ada@-example.com', 'ada@example.com-', 'ada@example..com', 'ada@.example.com'],
    ...['.ada@example.com', 'ada.@example.com', 'a..b@example.com', 'ada@example.com.', 'ada@example.123'],
    ...['"a b"@example.com', '"ada"@example.com', 'Ada <ada@example.com>', 'ada@[127.0.0.1]', 'ada@127.0.0.1'],
    ...['ada@example.com,bob@example.com', 'ada@example.com\r\nBcc: bob@example.com', 'ada@exam_ple.com'],
    ...[
      '\u212Aada@example.com',
      'adä@example.com',
      'ada@exämple.com',
      'ada@example.c',
      'ada\0@example.com',
      'ada(x)@example.com',
    ],
  ])('The email address %j is not valid', (text) => {
    expect(emailSchema.safeParse(text).success).toBe(false);
  });
});
