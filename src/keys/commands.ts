import { Option } from '@commander-js/extra-typings'
import { type Program, type Run, openGroup } from '../platform/cli/command.ts'

/** launchscore keys */
export function addKeyCommands(program: Program, run: Run): void {
  const keys = openGroup(program, 'keys', 'API keys')
  keys
    .command('issue')
    .description('issue an API key and print it once')
    .addOption(
      new Option('--tier <tier>', 'sets the limits of the key')
        .choices(['free', 'pro', 'enterprise'] as const)
        .makeOptionMandatory(),
    )
    .requiredOption('--label <text>', 'the name that the customer sees')
    .requiredOption('--owner <text>', 'the contact for the key')
    .option('--expires <time>', 'when the key ends, like 90d or 2027-01-31T00:00:00Z')
    .option(
      '--successor-of <prefix>',
      'an older key, even a revoked one; the new key takes over its subscriptions and limits',
    )
    .option('--test', 'a test key: its scores are stubs and appear in no list')
    .option(
      '--publishable',
      'a publishable key: it may stand in the pages of its origins, for scoring, images and reads',
    )
    .option('--origin <url...>', 'the origins whose pages may use the publishable key, like https://pad.example')
    .option('--proxy', 'a proxy’s key: its requests may name the address of the visitor whom they are for')
    .option('--vouch', 'a vouching key: its holder has authenticated the creators’ wallets of all that it scores')
    .action((options) =>
      run({
        inService: async (deps) => (await import('./key-commands.ts')).issueKeyCommand(deps, options),
      }),
    )
  keys
    .command('rotate')
    .description('issue a successor for an API key; the old key expires after 48 hours, or at once with --grace 0')
    .argument('<prefix>')
    .option('--grace <hours>', 'hours until the old key expires, at most 720; 48 by default')
    .option('--expires <time>', 'when the successor ends, like 90d, or never; defaults to the old key’s expiry')
    .action((prefix, options) =>
      run({
        inService: async (deps) => (await import('./key-commands.ts')).rotateKeyCommand(deps, prefix, options),
      }),
    )
  keys
    .command('revoke')
    .description('revoke an API key; every replica refuses it within a second')
    .argument('<prefix>')
    .action((prefix) =>
      run({ inService: async (deps) => (await import('./key-commands.ts')).revokeKeyCommand(deps, prefix) }),
    )
  keys
    .command('list')
    .description('list all API keys, newest first')
    .action(() => run({ inService: async (deps) => (await import('./key-commands.ts')).listKeysCommand(deps) }))
  keys
    .command('show')
    .description('show one API key and its history')
    .argument('<prefix>')
    .action((prefix) =>
      run({ inService: async (deps) => (await import('./key-commands.ts')).showKeyCommand(deps, prefix) }),
    )
}
