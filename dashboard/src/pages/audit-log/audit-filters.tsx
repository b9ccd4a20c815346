import { Button } from '../../components/button';
import { SelectField, TextField } from '../../components/field';
import { actionTexts, filterLabel, type AuditAction } from './audit-event';

export interface Filters {
  action: AuditAction | '';
  subject: string;
  /** Days in the time zone of the user, like 2026-11-21. */
  from: string;
  to: string;
}

/** The filters as query parameters. Both days are included. */
export function toQuery({ action, subject, from, to }: Filters) {
  return {
    ...(action && { action }),
    ...(subject.trim() && { subject: subject.trim() }),
    ...(from && { created_after: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { created_before: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

const actions = Object.keys(actionTexts) as AuditAction[];
const actionOptions = [
  { value: '', label: 'All actions' },
  ...actions.map((action) => ({ value: action, label: filterLabel(action) })),
];

export function AuditFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  return (
    <div className="audit-log-filters" role="search" aria-label="Filters">
      <SelectField
        label="Action"
        value={filters.action}
        options={actionOptions}
        onChange={(action) => onChange({ ...filters, action: action as AuditAction | '' })}
      />
      <TextField
        label="Id of the object"
        placeholder="Key, endpoint or workflow"
        value={filters.subject}
        maxLength={100}
        onChange={(event) => onChange({ ...filters, subject: event.target.value })}
      />
      <TextField
        label="From"
        type="date"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(event) => onChange({ ...filters, from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(event) => onChange({ ...filters, to: event.target.value })}
      />
      <Button onClick={() => onChange({ action: '', subject: '', from: '', to: '' })}>Clear filters</Button>
    </div>
  );
}
