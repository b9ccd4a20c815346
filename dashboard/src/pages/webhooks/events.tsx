import { Badge } from '../../components/badge';
import type { Endpoint } from './endpoint';

export function Events({ events }: { events: Endpoint['events'] }) {
  return (
    <div className="row">
      {events.map((event) => (
        <Badge key={event}>{event}</Badge>
      ))}
    </div>
  );
}
