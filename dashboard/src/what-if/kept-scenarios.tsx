import { Button } from '../components/notice';
import {
  type NumberParameter,
  type Parameter,
  type ParameterValues,
  type Scale,
  settingText,
  valueOf,
} from '../parameter-form/parameters';
import { formatValue, formatValueInterval, type Figure } from '../results/figure';

interface KeptScenario {
  values: ParameterValues;
  /** Undefined while they are computed. */
  figures: readonly Figure[] | undefined;
}

interface KeptScenariosProps {
  parameters: readonly Parameter[];
  scaleOf: (parameter: NumberParameter) => Scale;
  scenario: { kept: readonly KeptScenario[] };
  onValues: (values: ParameterValues) => void;
  onKept: (kept: ParameterValues[]) => void;
}

/** Scenarios side by side: what they change, and their results. */
export function KeptScenarios({ parameters, scaleOf, scenario: { kept }, onValues, onKept }: KeptScenariosProps) {
  if (kept.length === 0) return null;
  const changed = parameters.filter((one) => kept.some(({ values }) => valueOf(one, values) !== one.default));
  const figures = kept.find((one) => one.figures)?.figures ?? [];
  const text = (parameter: Parameter, values: ParameterValues) => {
    const value = valueOf(parameter, values);
    return parameter.kind === 'number' ? scaleOf(parameter).text(Number(value)) : settingText(parameter, value);
  };
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Kept scenarios">
      <table className="table">
        <caption className="visually-hidden">Kept scenarios</caption>
        <Head {...{ kept, onValues, onKept }} />
        <tbody>
          {changed.map((parameter) => (
            <tr key={parameter.id}>
              <th scope="row">{parameter.label}</th>
              {kept.map(({ values }, index) => (
                <td key={index}>{text(parameter, values)}</td>
              ))}
            </tr>
          ))}
          {figures.map(({ id, label, unit }) => (
            <tr key={id}>
              <th scope="row">
                {label}
                {unit !== 'share' && ` (${unit})`}
              </th>
              {kept.map((one, index) => (
                <td key={index}>
                  <FigureCell figure={one.figures?.find((figure) => figure.id === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({
  kept,
  onValues,
  onKept,
}: Pick<KeptScenariosProps, 'onValues' | 'onKept'> & KeptScenariosProps['scenario']) {
  const remove = (index: number) => onKept(kept.flatMap(({ values }, at) => (at === index ? [] : [values])));
  return (
    <thead>
      <tr>
        <th scope="col">Kept</th>
        {kept.map(({ values }, index) => (
          <th key={index} scope="col">
            Scenario {index + 1}
            <span className="what-if-actions">
              <Button
                size="small"
                look="plain"
                aria-label={`Show scenario ${index + 1}`}
                onClick={() => onValues(values)}
              >
                Show
              </Button>
              <Button
                size="small"
                look="plain"
                aria-label={`Remove scenario ${index + 1}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function FigureCell({ figure }: { figure: Figure | undefined }) {
  if (!figure) return <>…</>;
  const { unit, value, interval } = figure;
  return (
    <>
      {formatValue(unit, value)}
      {interval && <span className="muted small"> {formatValueInterval(unit, interval)}</span>}
    </>
  );
}
