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

const bash = (program: Command) => {
  const cases = program.commands.map((one) => `    ${one.name()}) words="${wordsOf(one).join(' ')}" ;;`);
  return `_simulate() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
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
      .join('\n')
      .concat('\n'),
};
