import { Option } from '@commander-js/extra-typings'
import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

/** launchscore incident */
export function addIncidentCommands(program: Program, run: Run): void {
  const incident = openGroup(program, 'incident', 'incidents')
  incident
    .command('open')
    .description('publish a new incident')
    .requiredOption('--title <text>', 'the incident in one line')
    .requiredOption('--body <text>', 'the first update')
    .addOption(new Option('--impact <impact>', 'minor by default').choices(['minor', 'major'] as const))
    .action((options) =>
      run({ inService: async (deps) => (await import('./incidents.ts')).openIncidentCommand(deps, options) }),
    )
  incident
    .command('update')
    .description('publish an update of an incident')
    .argument('<id>')
    .requiredOption('--body <text>', 'the update')
    .action((id, options) =>
      run({
        inService: async (deps) => (await import('./incidents.ts')).updateIncidentCommand(deps, id, options),
      }),
    )
  incident
    .command('resolve')
    .description('publish the end of an incident')
    .argument('<id>')
    .option('--body <text>', 'the last update; “Resolved.” by default')
    .action((id, options) =>
      run({
        inService: async (deps) => (await import('./incidents.ts')).resolveIncidentCommand(deps, id, options),
      }),
    )
  incident
    .command('list')
    .description('list the 100 newest incidents')
    .action(() => run({ inService: async (deps) => (await import('./incidents.ts')).listIncidentsCommand(deps) }))
}
