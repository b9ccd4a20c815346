import { limits, planOf, type UsageReport } from './plan-limits';

/** Each limit of the plan: its value, its meaning and its renewal. */
export function LimitTable({ report }: { report: UsageReport }) {
  const plan = planOf(report);
  return (
    <div className="table-scroll" role="region" aria-label="Limits of the plan" tabIndex={0}>
      <table className="table usage-limits">
        <caption className="visually-hidden">Limits of the plan</caption>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col">Meaning</th>
            <th scope="col">Renewal</th>
          </tr>
        </thead>
        <tbody>
          {plan &&
            limits.map(({ name, label, format, meaning, renewal }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className="number">{format(plan[name])}</td>
                <td>{meaning}</td>
                <td>{renewal}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
