import { Option } from '@commander-js/extra-typings'
import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

const loadRecompute = () => import('./recompute-command.ts')

/** launchscore launchpads */
export function addLaunchpadCommands(program: Program, run: Run): void {
  openGroup(program, 'launchpads', 'where tokens are launched')
    .command('check')
    .description(
      'ask the node of each chain for one creation and one function of each launchpad; exit with 1 if one does not answer as described',
    )
    .option('--chain <id>', 'check only the launchpads of this chain')
    .action((options) =>
      run({
        needsData: false,
        inService: async (deps, signal) =>
          (await import('../tokens/check-launchpads.ts')).checkLaunchpadsCommand(deps, options, signal),
      }),
    )
}

/** launchscore outcome */
export function addOutcomeCommands(program: Program, run: Run): void {
  const outcome = openGroup(program, 'outcome', 'the record of outcomes')
  outcome
    .command('list')
    .description('list the 100 newest tokens of launches, with the next observation and the last outcome')
    .addOption(
      new Option('--state <state>', 'list only bindings in this state').choices([
        'pending',
        'proven',
        'unproven',
        'replaced',
        'corrected',
      ] as const),
    )
    .action((options) =>
      run({
        inService: async (deps) => (await import('../tokens/list-bindings.ts')).listBindingsCommand(deps, options),
      }),
    )
  outcome
    .command('look')
    .description('observe a token now, and store the observation')
    .argument('<id>', 'the id of a binding, a score or an enrollment')
    .action((id) =>
      run({
        inService: async (deps) => (await import('../tokens/observe-tokens.ts')).observeTokenCommand(deps, id),
      }),
    )
  outcome
    .command('bind')
    .description('check a token in the same way as the job, and print the valid proofs; exit with 1 if there is none')
    .argument('<score>', 'the id of a score')
    .argument('<token>', 'the address of a token')
    .option('--write', 'store the binding if it is proven')
    .action((score, token, options) =>
      run({
        inService: async (deps) =>
          (await import('../tokens/bind-found.ts')).bindFoundCommand(deps, score, token, options),
      }),
    )
  outcome
    .command('recompute')
    .description('recompute every outcome and figure from the sealed days; exit with 1 if one differs')
    .option(
      '--days <folder>',
      'a folder with the files of the days, and days.json with their digests; default: the database',
    )
    .addOption(
      new Option('--url <url>', 'the address of a deployment; the command reads its days and figures').conflicts(
        'days',
      ),
    )
    .action(({ days, url }) => {
      if (days !== undefined)
        run({ alone: async ({ isJson }) => (await loadRecompute()).recomputeCommand({ days }, isJson) })
      else if (url !== undefined)
        run({ alone: async ({ isJson }) => (await loadRecompute()).recomputeCommand({ url }, isJson) })
      else run({ inService: async (deps) => (await loadRecompute()).recomputeStoredCommand(deps) })
    })
  outcome
    .command('verify')
    .description(
      'check the digest of a sealed day, the chain of digests up to it, and its stamp on the chain; exit with 1 if one differs',
    )
    .argument('<day>', 'a day like 2026-11-20')
    .action((day) => run({ inService: async (deps) => (await import('./verify-day.ts')).verifyDayCommand(deps, day) }))
  outcome
    .command('correct')
    .description('publish a correction; the decided row does not change')
    .argument('<subject>', 'binding:<id> or outcome:<id>:30d')
    .addOption(
      new Option('--reason <reason>', 'what is wrong')
        .choices(['not_theirs', 'wrong_token', 'wrong_data', 'wrong_rule'] as const)
        .makeOptionMandatory(),
    )
    .requiredOption('--explain <text>', 'published; one line of at most 500 characters')
    .action((subject, options) =>
      run({
        inService: async (deps) =>
          (await import('../tokens/correct-record.ts')).correctRecordCommand(deps, subject, options),
      }),
    )
}
