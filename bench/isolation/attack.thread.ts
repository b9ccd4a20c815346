// Sends the requests of an attacker in a thread, so that reading their responses delays no measured request.

export interface AttackRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Number of equal requests. */
  readonly count: number;
}

/** Sends all requests concurrently. Returns the number of responses of each status. */
export default async function attack(requests: readonly AttackRequest[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const send = async ({ url, count: _, ...init }: AttackRequest) => {
    const { status, body } = await fetch(url, init);
    // In parts, so that large responses take little memory.
    await body?.pipeTo(new WritableStream());
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(requests.flatMap((request) => Array.from({ length: request.count }, () => send(request))));
  return statuses;
}
