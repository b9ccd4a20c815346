export interface Mail {
  /** One address, nothing else. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends e-mail. Resolves when the server that takes it over has said so, rejects otherwise; never silent for longer than {@link sendTimeoutMs}. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}

export const sendTimeoutMs = 4_000;
