import { magicLinkMail } from './link-sender.service.js';

const mail = magicLinkMail({
  to: "o'neil&co@example.com",
  link: 'https://app.example.com/welcome?from=mail&token=abc',
  requestedFrom: '203.0.113.7',
  requestedAt: new Date('2026-11-20T07:05:59Z'),
  validMinutes: 15,
});

describe('the mail with the link', () => {
  it.each(['text', 'html'] as const)(
    'The sign-in email states in %s the origin of the request, the validity of the link and what to do if you did not request it',
    (form) => {
      const body = mail[form];
      for (const part of [
        '203.0.113.7',
        '2026-11-20 07:05 UTC',
        '15 minutes',
        'works once',
        'did not request this, do nothing',
      ]) {
        expect(body).toContain(part);
      }
    },
  );

  it('The sign-in email shows the full URL of the link in text and in HTML', () => {
    expect(mail.text).toContain('\nhttps://app.example.com/welcome?from=mail&token=abc\n');
    const shown = 'https://app.example.com/welcome?from=mail&amp;token=abc';
    expect(mail.html).toContain(`>${shown}</a>`);
    expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([shown, shown]);
  });

  it('The sign-in email loads no resources, runs no code and escapes the address', () => {
    expect(mail.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|\son\w+=/i);
    expect(mail.html).toContain('o&#39;neil&amp;co@example.com');
  });
});
