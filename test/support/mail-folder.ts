import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedMail } from './mail-server.js';

/** The mails of an address, one JSON object a line, in the data folder of the service. */
const fileOf = (dataDir: string, address: string) => join(dataDir, 'mails', encodeURIComponent(address));

/** Makes a mail available to the processes of all tests. */
export function storeMail(dataDir: string, mail: ReceivedMail): void {
  mkdirSync(join(dataDir, 'mails'), { recursive: true });
  for (const address of mail.to) appendFileSync(fileOf(dataDir, address), `${JSON.stringify(mail)}\n`);
}

export function storedMails(dataDir: string, address: string): ReceivedMail[] {
  const file = fileOf(dataDir, address);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as ReceivedMail);
}
