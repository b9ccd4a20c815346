const maxActive = 1_024;
const maxActivePerOrganization = 256;
/** Maximum waiting lanes that are woken when an attempt ends. */
const maxWoken = 4;

/** Limits the concurrent attempts of a worker, in total and per organization, so that one organization cannot block others. */
export class Capacity<Waiter> {
  private active = 0;
  private readonly activeByOrganization = new Map<string, number>();
  /** In the order of arrival. */
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

  /** Returns the next waiting lanes. A lane that finds no capacity is added again at the end. */
  dequeue(): Waiter[] {
    const woken = [...this.waiting].slice(0, maxWoken);
    for (const each of woken) this.waiting.delete(each);
    return woken;
  }
}
