import type { Reported, RunView } from '../../run.kind.js';
import { row, table, text, valueCell, section, intervalsFigure } from '../../view/blocks.js';
import { countOf, number, percent, points } from '../../view/format-numbers.js';
import { dataText } from '../../view/held-out-population.js';
import type { Section } from '../../view/view.schema.js';
import { costSection, notCalibratedText, notCalibratedWarning } from '../survey/view.js';
import type { BiasReportPlan, BiasReportResult } from './bias-report.schema.js';

type ReportedBias = Reported<BiasReportPlan, BiasReportResult>;

export function biasReportView(input: ReportedBias): RunView {
  const { definition, plan, result, run } = input;
  const chart = sharesFigure(result);
  return {
    headline: `The answers of the language model are ${percent(result.total_variation)} (total variation) away from the calibrated workflow. ${percent(result.sampling_total_variation)} would result from sampling alone.`,
    varied: [],
    chart,
    trust: [
      notCalibratedText,
      'The comparison is with the predictions of the workflow, which have errors too, not with real people.',
      dataText(definition.evidence.data),
    ],
    sections: [
      section(
        { id: 'shares', title: 'Shares', part: 'answer' },
        notCalibratedWarning(),
        text(plan.question, 'Question:'),
        chart,
        text(scoreText(result)),
      ),
      effectsSection(input),
      correctionSection(input),
      groupsSection(result),
      costSection(run.agentCount, result),
    ],
  };
}

function scoreText({ simbench_score: score, segments_simbench_score: groups }: BiasReportResult): string[] {
  if (score === null) return ['The workflow has equal shares, so that there is no SimBench score.'];
  return [
    `SimBench score: ${number(score)} for all agents${groups === null ? '' : `, ${number(groups)} for the groups`}. 100 is perfect; 0 is as far away as equal shares of all options.`,
  ];
}

const sharesFigure = ({ options }: BiasReportResult) =>
  intervalsFigure(
    'Answers of the language model and predictions of the workflow',
    {
      axis: 'share',
      format: 'percent',
      series: [
        { id: 'scenario', label: 'Language model, not calibrated' },
        { id: 'observed', label: 'Calibrated workflow' },
      ],
    },
    ['Answer', 'Language model', 'Workflow', 'Difference (points)', 'Corrected'],
    options.map((own) => ({
      label: own.label,
      values: [
        { series: 'scenario', value: own.share, interval: own.interval },
        { series: 'observed', value: own.workflow_share, interval: null },
      ],
      cells: [
        valueCell(own.share, own.interval, percent),
        percent(own.workflow_share),
        points(own.difference),
        percent(own.corrected_share),
      ],
    })),
  );

function effectsSection({ result: { effects, options } }: ReportedBias): Section | undefined {
  if (!effects) return undefined;
  const rows = effects.options.map((own, k) => row(options[k]!.label, points(own.effect), points(own.workflow_effect)));
  return section(
    { id: 'effects', title: 'Effects of the second scenario', part: 'answer' },
    table('Changes in percentage points', ['Answer', 'Language model', 'Workflow'], rows),
    text(
      effects.correlation === null
        ? 'The effects of the groups do not vary, so that they have no correlation.'
        : `Correlation over ${countOf(effects.compared)} effects of groups and options: ${number(effects.correlation)}.`,
    ),
  );
}

function correctionSection({ result: { correction, options } }: ReportedBias): Section {
  if (!correction) {
    const note = text('Too few agents answered to fit a correction and to judge it with others.');
    return section({ id: 'correction', title: 'Correction', part: 'certainty' }, note);
  }
  const { compared_scenario_before: before, compared_scenario_after: after } = correction;
  const { held_out_segments_before: groupsBefore, held_out_segments_after: groupsAfter } = correction;
  return section(
    { id: 'correction', title: 'Correction', part: 'certainty' },
    text(
      `Each option has one weight, fitted to the shares of the workflow over ${countOf(correction.fitted_agents)} agents. The distances are those of ${countOf(correction.held_out_agents)} other agents.`,
    ),
    table(
      'Weights',
      ['Answer', 'Weight'],
      options.map((own, k) => row(own.label, number(correction.weights[k]!))),
    ),
    table(
      'Held-out total variation distance',
      ['Held out', 'Before', 'After'],
      [
        row('Other agents', percent(correction.held_out_before), percent(correction.held_out_after)),
        row('Their groups, mean', percent(groupsBefore), percent(groupsAfter)),
        ...(before !== null && after !== null ? [row('Second scenario', percent(before), percent(after))] : []),
      ],
    ),
    text(
      groupsAfter < groupsBefore
        ? 'The correction brings the held-out groups closer to the workflow. It corrects this question and population only.'
        : 'The correction does not help the held-out groups: do not use it.',
    ),
  );
}

function groupsSection({ segments }: BiasReportResult): Section {
  const tables = segments.map(({ label, groups }) =>
    table(
      `${label}: total variation distance`,
      ['Group', 'Agents', 'Distance', 'From sampling alone'],
      groups.map((own) =>
        row(own.label, countOf(own.answered), percent(own.total_variation), percent(own.sampling_total_variation)),
      ),
    ),
  );
  return section({ id: 'groups', title: 'Groups', part: 'groups' }, ...tables);
}
