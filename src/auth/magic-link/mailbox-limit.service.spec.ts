import { mailboxOf } from './mailbox-limit.service.js';

describe('the mailbox of an email address', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+trial.1+2@example.com', 'ada@example.com'],
    ['a.d.a@example.com', 'ada@example.com'],
    ['A.da+x@GoogleMail.com', 'ada@gmail.com'],
    ['+only@example.com', '+only@example.com'],
  ])('The email address %s belongs to the mailbox %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
