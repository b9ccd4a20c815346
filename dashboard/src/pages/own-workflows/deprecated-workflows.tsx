import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/button';
import { readDeprecated } from './own-workflow';
import { Versions } from './versions';

/** Workflows that the organization deprecated. Their versions and results remain readable. */
export function DeprecatedWorkflows() {
  const [open, setOpen] = useState<string>();
  const { data: ids } = useQuery({ queryKey: ['case-studies', 'deprecated'], queryFn: readDeprecated });
  if (!ids || ids.length === 0) return null;
  return (
    <section className="stack">
      <h2>Deprecated</h2>
      <p className="muted">
        No simulations of these can be created. Results remain. A higher version publishes them again.
      </p>
      {ids.map((id) => (
        <div key={id} className="stack">
          <div className="row">
            <Link to={`/workflows/${id}`}>{id}</Link>
            <Button
              size="small"
              aria-expanded={open === id}
              aria-label={`Versions of ${id}`}
              onClick={() => setOpen(open === id ? undefined : id)}
            >
              {open === id ? 'Hide versions' : 'Versions'}
            </Button>
          </div>
          {open === id && <Versions workflowId={id} />}
        </div>
      ))}
    </section>
  );
}
