import { Link } from 'react-router';
import { Badge } from '../../components/badge';
import { formatCount } from '../../format/numbers';
import { dataKindLabel, familyLabel, inWords } from '../../workflow/labels';
import type { CaseStudyEntry } from '../../workflow/use-workflow';
import { heldOutText } from './evidence-texts';

/** A workflow of the catalog with its evidence at a glance. */
export function WorkflowCard({ workflow }: { workflow: CaseStudyEntry }) {
  const { workflow_id, name, summary, domain, family, evidence, visibility } = workflow;
  return (
    <li className="panel workflows-card">
      <h2 dir="auto">
        <Link to={`/workflows/${workflow_id}`}>{name}</Link>
      </h2>
      <div className="row">
        <Badge>{inWords(domain)}</Badge>
        <Badge>{familyLabel(family)}</Badge>
        {visibility === 'private' && <Badge kind="accent">Yours</Badge>}
      </div>
      <p className="workflows-summary" dir="auto">
        {summary}
      </p>
      <dl className="workflows-evidence">
        <div>
          <dt>Data</dt>
          <dd>
            {dataKindLabel(evidence.kind)}, {formatCount(evidence.respondents)} respondents
          </dd>
        </div>
        <div>
          <dt>Held-out test</dt>
          <dd>{heldOutText(evidence)}</dd>
        </div>
      </dl>
    </li>
  );
}
