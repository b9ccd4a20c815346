const inAll = 1_024;
const forOrganization = 256;
/** How many of those that wait are asked when one attempt ends. */
const askedAtOnce = 4;

/** How many attempts a worker has under way at once: in all, and for one organization, so that none takes the others' place. */
export class Room<Waiting> {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiting>();

  left(organizationId: string): number {
    return Math.min(inAll - this.taken, forOrganization - (this.takenBy.get(organizationId) ?? 0));
  }

  take(organizationId: string, count: number): void {
    this.taken += count;
    const taken = (this.takenBy.get(organizationId) ?? 0) + count;
    if (taken > 0) this.takenBy.set(organizationId, taken);
    else this.takenBy.delete(organizationId);
  }

  give(organizationId: string, count: number): void {
    this.take(organizationId, -count);
  }

  waitFor(waiting: Waiting): void {
    this.waiting.add(waiting);
  }

  /** Who may ask again; whoever finds no room then waits at the end. */
  next(): Waiting[] {
    const asked = [...this.waiting].slice(0, askedAtOnce);
    for (const each of asked) this.waiting.delete(each);
    return asked;
  }
}
