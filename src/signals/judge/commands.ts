import { type Program, type Run, openGroup } from '../../platform/cli/command.ts'

const load = () => import('./activation.ts')

/** launchscore prompts */
export function addPromptCommands(program: Program, run: Run): void {
  const prompts = openGroup(program, 'prompts', 'prompt versions')
  prompts
    .command('list')
    .description('list the prompt versions with their hashes, and their activations with time, operator and reason')
    .action(() => run({ inService: async (deps) => (await load()).listPromptsCommand(deps) }))
  prompts
    .command('diff')
    .description('print the differences between two prompt versions, in files and rule sources')
    .argument('<from>')
    .argument('[to]', 'the active version by default')
    .action((from, to) => run({ inService: async (deps) => (await load()).diffPromptsCommand(deps, from, to) }))
  prompts
    .command('activate')
    .description('activate a prompt version; every replica uses it within a second')
    .argument('<version>')
    .requiredOption('--reason <text>', 'published; one line of at most 500 characters')
    .action((version, options) =>
      run({ inService: async (deps) => (await load()).activatePromptCommand(deps, version, options) }),
    )
}
