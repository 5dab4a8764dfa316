import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

const ofSecret = 'the secret of the subscription'
const ofSecretFile = 'a file with the secret, - for standard input; other accounts can’t see it in the process list'
const ofUrl = 'the address of a service; the command reads its feed with an API key'
const ofKeyFile = 'a file with the API key, - for standard input'
const ofSubscription = 'the id of the subscription; by default the only one of the key'

const load = () => import('./subscription-commands.ts')

/** launchscore webhooks */
export function addWebhookCommands(program: Program, run: Run): void {
  const webhooks = openGroup(program, 'webhooks', 'webhook subscriptions')
  webhooks
    .command('list')
    .description('list the webhook subscriptions of all keys')
    .option('--key <prefix>', 'list only subscriptions of this key, its predecessors and successors')
    .action((options) => run({ inService: async (deps) => (await load()).listCommand(deps, options) }))
  webhooks
    .command('disable')
    .description('stop a webhook subscription; its owner can’t resume it')
    .argument('<id>')
    .action((id) => run({ inService: async (deps) => (await load()).disableCommand(deps, id) }))
  webhooks
    .command('enable')
    .description('make a webhook subscription active again')
    .argument('<id>')
    .action((id) => run({ inService: async (deps) => (await load()).enableCommand(deps, id) }))
  webhooks
    .command('delete')
    .description('delete a webhook subscription')
    .argument('<id>')
    .action((id) => run({ inService: async (deps) => (await load()).deleteCommand(deps, id) }))
  webhooks
    .command('listen')
    .description('verify and print deliveries, or forward the events of a service to a local URL, until Ctrl-C')
    .option('--secret <secret>', ofSecret)
    .option('--secret-file <file>', ofSecretFile)
    .option('--port <port>', 'the port to listen on; 9000 by default')
    .option('--status <status>', 'the status to respond with; 200 by default')
    .option('--url <url>', ofUrl)
    .option('--key <key>', 'the API key')
    .option('--key-file <file>', ofKeyFile)
    .option('--subscription <id>', ofSubscription)
    .option('--forward-to <url>', 'a URL that receives each event of the feed, signed like a delivery')
    .action((options) =>
      run({
        alone: async ({ isJson }) => (await import('./listen-command.ts')).listenCommand(options, isJson),
      }),
    )
  webhooks
    .command('trigger')
    .description('send one event to a URL, signed like a delivery: the newest of a service’s feed, or an example')
    .argument('<event>', 'the name of the event, like score.created')
    .requiredOption('--forward-to <url>', 'the URL that receives the event')
    .option('--secret <secret>', ofSecret)
    .option('--secret-file <file>', ofSecretFile)
    .option('--url <url>', ofUrl)
    .option('--key <key>', 'the API key')
    .option('--key-file <file>', ofKeyFile)
    .option('--subscription <id>', ofSubscription)
    .action((event, options) =>
      run({
        alone: async ({ isJson }) => (await import('./trigger-command.ts')).triggerCommand(event, options, isJson),
      }),
    )
  webhooks
    .command('rekey')
    .description('encrypt all webhook secrets with the current ENCRYPTION_KEY')
    .action(() =>
      run({
        inService: async (deps) => (await import('./secrets.ts')).rekeySecretsCommand(deps),
      }),
    )
}
