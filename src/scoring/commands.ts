import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

const publicReason = 'shown to the public; one line of at most 500 characters'
const restoreReason = 'part of the event that subscribers get; one line of at most 500 characters'

const load = () => import('./take-down.ts')

/** launchscore score hide and unhide, creator hide and unhide, and replay */
export function addScoreCommands(program: Program, run: Run): void {
  const score = openGroup(program, 'score', 'scores')
  score
    .command('hide')
    .description('take down a launch with all its scores, and refuse to score it again for its creator')
    .argument('<id>')
    .option('--identity', 'also everybody else’s submissions with its name, ticker and picture')
    .requiredOption('--reason <text>', publicReason)
    .action((id, options) => run({ inService: async (deps) => (await load()).hideScoreCommand(deps, id, options) }))
  score
    .command('unhide')
    .description('restore a hidden launch; its deleted image stays deleted')
    .argument('<id>')
    .requiredOption('--reason <text>', restoreReason)
    .action((id, options) => run({ inService: async (deps) => (await load()).unhideScoreCommand(deps, id, options) }))
  const creator = openGroup(program, 'creator', 'creators')
  creator
    .command('hide')
    .description('take down all launches of a wallet, and refuse new ones')
    .argument('<address>')
    .requiredOption('--reason <text>', publicReason)
    .action((address, options) =>
      run({ inService: async (deps) => (await load()).hideCreatorCommand(deps, address, options) }),
    )
  creator
    .command('unhide')
    .description('restore a hidden wallet')
    .argument('<address>')
    .requiredOption('--reason <text>', restoreReason)
    .action((address, options) =>
      run({ inService: async (deps) => (await load()).unhideCreatorCommand(deps, address, options) }),
    )
  program
    .command('replay')
    .description(
      'recompute every stored score from its evidence, under its own prompt version, and print the differences',
    )
    .requiredOption('--check', 'compare only; nothing is stored')
    .action(() =>
      run({
        inService: async (deps, signal) => (await import('./replay.ts')).checkReplaysCommand(deps, signal),
      }),
    )
}
