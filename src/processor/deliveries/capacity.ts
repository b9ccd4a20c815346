const maxActive = 1_024;
const maxActivePerOrganization = 256;
/** How many of those that wait are asked when one attempt ends. */
const maxWoken = 4;

/** How many attempts a worker has under way at once: in all, and for one organization, so that none takes the others' place. */
export class Capacity<Waiter> {
  private active = 0;
  private readonly activeByOrganization = new Map<string, number>();
  /** In the order in which they came. */
  private readonly waiting = new Set<Waiter>();

  available(organizationId: string): number {
    return Math.min(
      maxActive - this.active,
      maxActivePerOrganization - (this.activeByOrganization.get(organizationId) ?? 0),
    );
  }

  acquire(organizationId: string, count: number): void {
    this.active += count;
    const active = (this.activeByOrganization.get(organizationId) ?? 0) + count;
    if (active > 0) this.activeByOrganization.set(organizationId, active);
    else this.activeByOrganization.delete(organizationId);
  }

  release(organizationId: string, count: number): void {
    this.acquire(organizationId, -count);
  }

  enqueue(waiting: Waiter): void {
    this.waiting.add(waiting);
  }

  /** Who may ask again; whoever finds no room then waits at the end. */
  dequeue(): Waiter[] {
    const woken = [...this.waiting].slice(0, maxWoken);
    for (const each of woken) this.waiting.delete(each);
    return woken;
  }
}
