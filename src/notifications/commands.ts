import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

/** launchscore launch */
export function addLaunchCommands(program: Program, run: Run): void {
  openGroup(program, 'launch', 'launches')
    .command('approve')
    .description('announce a launch on the operator’s channels, if NOTIFY_ANNOUNCE=approved')
    .argument('<id>')
    .action((id) =>
      run({ inService: async (deps) => (await import('./approve-launch.ts')).approveLaunchCommand(deps, id) }),
    )
}
