import { Badge } from '../../components/badge';
import { limits, type Plan } from '../usage/plan-limits';

/** Limits of all plans side by side. */
export function PlanTable({ plans, current }: { plans: readonly Plan[]; current: Plan['plan_tier'] }) {
  return (
    <div className="table-scroll" role="region" aria-label="Plans" tabIndex={0}>
      <table className="table organization-plans">
        <caption className="visually-hidden">Limits of all plans</caption>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            {plans.map(({ plan_tier }) => (
              <th key={plan_tier} scope="col" className="number">
                {plan_tier} {plan_tier === current && <Badge>your plan</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {limits.map(({ name, label, format, meaning }) => (
            <tr key={name}>
              <th scope="row">
                {label}
                <span className="small muted">{meaning}</span>
              </th>
              {plans.map((plan) => (
                <td key={plan.plan_tier} className="number" data-current={plan.plan_tier === current}>
                  {format(plan[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
