import { type Program, type Run, toAbsolutePath } from '../platform/cli/command.ts'

/** launchscore eval */
export function addEvalCommand(program: Program, run: Run): void {
  program
    .command('eval')
    .description(
      'measure the judge on the calibration and red-team sets; exit with 1 if it misses a bound of thresholds.json',
    )
    .option('--compare <versions...>', 'two prompt versions (1.1.0 1.2.0) or two models of the provider, side by side')
    .option('--anchors', 'judge only the anchors, and compare them with the first run to measure drift')
    .option('--model <name>', 'another model of the configured provider')
    .option('--repeats <count>', 'how often each calibration item is judged, 1 to 9; 3 by default')
    .option('--folder <path>', 'a folder with sets, instead of the sets of the service', toAbsolutePath)
    .action((options) =>
      run({
        inService: async (deps, signal) => (await import('./eval-command.ts')).evalCommand(deps, options, signal),
      }),
    )
}
