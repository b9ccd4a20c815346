import { type Command, InvalidArgumentError } from 'commander';

/** The words after a command, by its path: subcommands and options. */
function wordsOf(command: Command): string[] {
  return [...command.commands.map((one) => one.name()), ...command.options.map(({ long }) => long!)];
}

export function addCompletion(program: Command): void {
  program
    .command('completion <shell>')
    .description('print a script for bash, zsh or fish: source <(simulate completion bash)')
    .action((shell: string) => {
      const script = scripts[shell];
      if (!script) throw new InvalidArgumentError(`No completion for “${shell}”. Use bash, zsh or fish.`);
      process.stdout.write(script(program));
    });
}

/** Commands whose first argument is a workflow, and those whose other arguments are its parameters. The shell keeps both lists. */
const withWorkflow = ['run', 'sweep', 'goal', 'workflows'];
const withParameters = ['run', 'sweep', 'goal'];

const bash = (program: Command) => {
  const cases = program.commands.map((one) => `    ${one.name()}) words="${wordsOf(one).join(' ')}" ;;`);
  return `_simulate() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[1]}:$COMP_CWORD" in
    *:1) ;;
    ${withWorkflow.map((name) => `${name}:2`).join('|')})
      [ -n "$_simulate_workflows" ] || _simulate_workflows="$(simulate workflows --ids 2>/dev/null)"
      words="$words $_simulate_workflows" ;;
    ${withParameters.map((name) => `${name}:*`).join('|')})
      if [ "$_simulate_workflow" != "\${COMP_WORDS[2]}" ]; then
        _simulate_workflow="\${COMP_WORDS[2]}"
        _simulate_parameters="$(simulate workflows "$_simulate_workflow" --ids 2>/dev/null | sed 's/$/=/')"
      fi
      compopt -o nospace 2>/dev/null
      words="$words $_simulate_parameters" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${program.commands.map((one) => one.name()).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _simulate simulate
`;
};

const scripts: Record<string, (program: Command) => string> = {
  bash,
  zsh: (program) => `autoload -U +X bashcompinit && bashcompinit\n${bash(program)}`,
  fish: (program) =>
    program.commands
      .flatMap((one) => [
        `complete -c simulate -f -n __fish_use_subcommand -a ${one.name()} -d '${one.description().replaceAll("'", '')}'`,
        ...one.options.map(
          ({ long }) => `complete -c simulate -f -n '__fish_seen_subcommand_from ${one.name()}' -l ${long!.slice(2)}`,
        ),
      ])
      .concat(
        `complete -c simulate -f -n '__fish_seen_subcommand_from ${withWorkflow.join(' ')}' -a '(simulate workflows --ids 2>/dev/null)'`,
      )
      .join('\n')
      .concat('\n'),
};
