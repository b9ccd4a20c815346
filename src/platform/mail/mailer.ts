export interface Mail {
  /** Exactly one address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends email. Resolves when the mail server has accepted it. Rejects otherwise, after at most {@link sendTimeoutMs}. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}

export const sendTimeoutMs = 4_000;
