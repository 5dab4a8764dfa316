import type { Program, Run } from '../../src/platform/cli/command.ts'

/** launchscore demo, which `bin/launchscore.js` adds to the tool. */
export function addDemoCommand(program: Program, run: Run): void {
  program
    .command('demo')
    .description('run the service with local stand-ins of the providers, and score, enroll and launch sample tokens')
    .option('--once', 'exit after the last step; by default the service keeps running until Ctrl-C')
    .option('--my-database', 'use DATABASE_URL or DATA_DIR, instead of a folder that is deleted at the end')
    .action((options) =>
      run({ alone: async (context) => (await import('./demo.ts')).demoCommand({ ...options, ...context }) }),
    )
}
