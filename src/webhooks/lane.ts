/** The lane of an endpoint's deliveries. Every lane begins with its organization, because capacity is limited per organization. */
export function endpointLane(organizationId: string, endpointId: string): string {
  return `${organizationId} ${endpointId}`;
}

/** The lane of deliveries to the `webhook_url` of simulations: one for each organization and URL origin. */
export function overrideLane(organizationId: string, url: string): string {
  return `${organizationId} ${new URL(url).origin}`;
}

export function organizationOf(lane: string): string {
  return lane.slice(0, lane.indexOf(' '));
}
