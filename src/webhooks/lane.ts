/** The lane of an endpoint's deliveries. Every lane begins with its organization, which it shares its room in a worker with. */
export function endpointLane(organizationId: string, endpointId: string): string {
  return `${organizationId} ${endpointId}`;
}

/** The lane of an organization's deliveries to addresses of simulations: one for each origin. */
export function overrideLane(organizationId: string, url: string): string {
  return `${organizationId} ${new URL(url).origin}`;
}

export function organizationOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}
