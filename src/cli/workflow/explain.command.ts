import { Command } from 'commander';
import { parseDefinition } from '../../engine/simulate.js';
import { modelOf } from '../../workflows/case-study.model.js';
import { jsonOption, print } from '../options.js';
import { explanationText } from './explanation-text.js';
import { about, readJson } from './files.js';

const example = `
Example:
  npm run --silent cli -- workflow explain letters.json`;

export function explainCommand(): Command {
  return new Command('explain')
    .description('Print the formulas, estimates, fit measures and correlations of a definition')
    .argument('<file>', 'definition (JSON)')
    .addOption(jsonOption())
    .addHelpText('after', example)
    .action((file: string, { json }: { json?: boolean }) => {
      const definition = about(file, () => parseDefinition(readJson(file)));
      const { comparison = null } = definition.evidence;
      print(json, { ...modelOf(definition), comparison }, explanationText(definition));
    });
}
