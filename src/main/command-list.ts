import type { Deps } from '../deps.ts'
import type { ListedCommand } from '../platform/cli/command.ts'
import { outcomeCommands } from './command-lists/outcome-commands.ts'
import { webhookCommands } from './command-lists/webhook-commands.ts'

const takedownReason = { type: 'string', help: 'shown to the public; one line of at most 500 characters' } as const
const logReason = { type: 'string', help: 'kept in the log; one line of at most 500 characters' } as const

/** The commands of the internal tool, by name. Only a call loads a command's module: `--help` loads none. */
export const commands: Record<string, ListedCommand<Deps>> = {
  start: {
    usage: 'start',
    summary: 'run the service with the settings of the environment, until SIGTERM or Ctrl-C',
    load: async () => (await import('./serve.ts')).startCommand,
  },
  demo: {
    usage: 'demo [--once] [--my-database]',
    summary: 'run the service with local stand-ins of the providers, and score, enroll and launch sample tokens',
    options: {
      once: { type: 'boolean', help: 'exit after the last step; by default the service keeps running until Ctrl-C' },
      'my-database': {
        type: 'boolean',
        help: 'use DATABASE_URL or DATA_DIR, instead of a folder that is deleted at the end',
      },
    },
    load: async () => (await import('../../dev/demo/demo.ts')).demoCommand,
  },
  doctor: {
    usage: 'doctor',
    summary: 'ask every configured provider once, and say what works, what is a stub and what fails and why',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  migrate: {
    usage: 'migrate',
    summary: 'apply the pending database migrations',
    load: async () => (await import('./migrate-database.ts')).migrateCommand,
  },
  backup: {
    usage: 'backup <file>',
    summary:
      'write all data and the encryption key of the embedded database to a new file; the service can keep running',
    load: async () => (await import('./transfer/export-commands.ts')).backupCommand,
  },
  export: {
    usage: 'export <file>',
    summary: 'write all data to a new file, without any key, to import it into another database',
    load: async () => (await import('./transfer/export-commands.ts')).exportCommand,
  },
  import: {
    usage: 'import <file>',
    summary: 'read a backup or an export into an empty database, embedded or server; stop the service first',
    load: async () => (await import('./transfer/import-command.ts')).importCommand,
  },
  'score verify': {
    usage: 'score verify <id|url|uid> [--attester <address>] [--contract <address>]',
    summary: 'verify a score against its attestation on the chain, and recompute its parts',
    options: {
      attester: {
        type: 'string',
        help: 'accept only this attester; the configured one and its predecessors by default',
      },
      contract: { type: 'string', help: 'accept only this attestation contract; the configured one by default' },
    },
    needsData: ({ positionals: [target = ''] }) => !target.includes('://'),
    load: async () => (await import('../attestation/verification/verify-score.ts')).verifyScoreCommand,
  },
  'score hide': {
    usage: 'score hide <id> [--identity] --reason <text>',
    summary: 'take down a launch with all its scores, and refuse to score it again for its creator',
    options: {
      identity: { type: 'boolean', help: 'also everybody else’s submissions with its name, ticker and picture' },
      reason: takedownReason,
    },
    load: async () => (await import('../scoring/takedown/takedown-commands.ts')).hideScoreCommand,
  },
  'score unhide': {
    usage: 'score unhide <id> --reason <text>',
    summary: 'end the take-down of a launch; its deleted image stays deleted',
    options: { reason: logReason },
    load: async () => (await import('../scoring/takedown/takedown-commands.ts')).unhideScoreCommand,
  },
  'launch approve': {
    usage: 'launch approve <id>',
    summary: 'announce a launch on the operator’s channels, if NOTIFY_ANNOUNCE=approved',
    load: async () => (await import('../notifications/approve-launch.ts')).approveLaunchCommand,
  },
  'creator hide': {
    usage: 'creator hide <address> --reason <text>',
    summary: 'take down all launches of a wallet, and refuse new ones',
    options: { reason: takedownReason },
    load: async () => (await import('../scoring/takedown/takedown-commands.ts')).hideCreatorCommand,
  },
  'creator unhide': {
    usage: 'creator unhide <address> --reason <text>',
    summary: 'end the take-down of a wallet',
    options: { reason: logReason },
    load: async () => (await import('../scoring/takedown/takedown-commands.ts')).unhideCreatorCommand,
  },
  'attestation revoke': {
    usage: 'attestation revoke <id> --reason <text>',
    summary: 'revoke an attestation on the chain, by score id or attestation UID',
    options: { reason: { type: 'string', help: 'published with the revocation; one line of at most 500 characters' } },
    load: async () => (await import('../attestation/publishing/revoke-attestation.ts')).revokeAttestationCommand,
  },
  'attestation retry': {
    usage: 'attestation retry <score id>',
    summary: 'retry an attestation whose transaction reverted; this costs gas again',
    load: async () => (await import('../attestation/publishing/retry-attestation.ts')).retryAttestationCommand,
  },
  'incident open': {
    usage: 'incident open --title <text> --body <text> [--impact minor|major]',
    summary: 'publish a new incident',
    options: {
      title: { type: 'string', help: 'the incident in one line' },
      body: { type: 'string', help: 'the first update' },
      impact: { type: 'string', help: 'minor by default' },
    },
    load: async () => (await import('../incidents/open-incident.ts')).openIncidentCommand,
  },
  'incident update': {
    usage: 'incident update <id> --body <text>',
    summary: 'publish an update of an incident',
    options: { body: { type: 'string', help: 'the update' } },
    load: async () => (await import('../incidents/update-incident.ts')).updateIncidentCommand,
  },
  'incident resolve': {
    usage: 'incident resolve <id> [--body <text>]',
    summary: 'publish the end of an incident',
    options: { body: { type: 'string', help: 'the last update; “Resolved.” by default' } },
    load: async () => (await import('../incidents/resolve-incident.ts')).resolveIncidentCommand,
  },
  'incident list': {
    usage: 'incident list',
    summary: 'list the 100 newest incidents',
    load: async () => (await import('../incidents/list-incidents.ts')).listIncidentsCommand,
  },
  'prompts list': {
    usage: 'prompts list',
    summary: 'list the prompt versions with their hashes, and their activations with time, operator and reason',
    load: async () => (await import('../judge/versions/prompt-commands.ts')).listPromptsCommand,
  },
  'prompts diff': {
    usage: 'prompts diff <version> [<version>]',
    summary:
      'print the differences between two prompt versions, in files and rule sources; the second defaults to the active one',
    load: async () => (await import('../judge/versions/prompt-commands.ts')).diffPromptsCommand,
  },
  'prompts activate': {
    usage: 'prompts activate <version> --reason <text>',
    summary: 'activate a prompt version; every replica uses it within a second',
    options: { reason: { type: 'string', help: 'published; one line of at most 500 characters' } },
    load: async () => (await import('../judge/versions/prompt-commands.ts')).activatePromptCommand,
  },
  replay: {
    usage: 'replay --check',
    summary: 'recompute every stored score from its evidence, under its own prompt version, and print the differences',
    options: { check: { type: 'boolean', help: 'compare only; nothing is stored' } },
    load: async () => (await import('../scoring/replay/check-replays.ts')).checkReplaysCommand,
  },
  eval: {
    usage: 'eval [--compare <a> <b>] [--anchors] [--model <name>] [--repeats <count>] [--folder <path>]',
    summary:
      'measure the judge on the calibration and red-team sets; exit with 1 if it misses a bound of thresholds.json',
    options: {
      compare: {
        type: 'string',
        help: 'two prompt versions (1.1.0 1.2.0) or two models of the provider, side by side',
      },
      anchors: {
        type: 'boolean',
        help: 'judge only the anchors, and compare them with the first run to measure drift',
      },
      model: { type: 'string', help: 'another model of the configured provider' },
      repeats: { type: 'string', help: 'how often each calibration item is judged, 1 to 9; 3 by default' },
      folder: { type: 'string', isPath: true, help: 'a folder with sets, instead of the sets of the service' },
    },
    load: async () => (await import('../evaluation/eval-command.ts')).evalCommand,
  },
  ...outcomeCommands,
  'keys issue': {
    usage:
      'keys issue --tier free|pro|enterprise --label <text> --owner <text> [--expires <time>] [--successor-of <prefix>] [--test] [--vouch]',
    summary: 'issue an API key and print it once',
    options: {
      tier: { type: 'string', help: 'sets the limits of the key' },
      label: { type: 'string', help: 'the name that the customer sees' },
      owner: { type: 'string', help: 'the contact for the key' },
      expires: { type: 'string', help: 'when the key ends, like 90d or 2027-01-31T00:00:00Z' },
      'successor-of': {
        type: 'string',
        help: 'an older key, even a revoked one; the new key takes over its subscriptions and limits',
      },
      test: { type: 'boolean', help: 'a test key: its scores are stubs and appear in no list' },
      vouch: {
        type: 'boolean',
        help: 'a vouching key: its holder has authenticated the creators’ wallets of all that it scores',
      },
    },
    load: async () => (await import('../keys/commands/issue-key.ts')).issueKeyCommand,
  },
  'keys rotate': {
    usage: 'keys rotate <prefix> [--grace <hours>] [--expires <time>]',
    summary: 'issue a successor for an API key; the old key expires after 48 hours, or at once with --grace 0',
    options: {
      grace: { type: 'string', help: 'hours until the old key expires, at most 720; 48 by default' },
      expires: {
        type: 'string',
        help: 'when the successor ends, like 90d, or never; defaults to the old key’s expiry',
      },
    },
    load: async () => (await import('../keys/commands/rotate-key.ts')).rotateKeyCommand,
  },
  'keys revoke': {
    usage: 'keys revoke <prefix>',
    summary: 'revoke an API key; every replica refuses it within a second',
    load: async () => (await import('../keys/commands/revoke-key.ts')).revokeKeyCommand,
  },
  'keys list': {
    usage: 'keys list',
    summary: 'list all API keys, newest first',
    load: async () => (await import('../keys/commands/list-keys.ts')).listKeysCommand,
  },
  'keys show': {
    usage: 'keys show <prefix>',
    summary: 'show one API key and its history',
    load: async () => (await import('../keys/commands/show-key.ts')).showKeyCommand,
  },
  mcp: {
    usage: 'mcp [--url <url>] [--key-file <file>] [--rpc <url>]',
    summary: 'serve tools for agents (Model Context Protocol) on standard input and output, until the input ends',
    options: {
      url: { type: 'string', help: 'the address of a service; PUBLIC_URL by default' },
      key: { type: 'string', help: 'an API key of the service; requests have none by default' },
      'key-file': {
        type: 'string',
        isPath: true,
        help: 'a file with the API key; other accounts can’t see it in the process list',
      },
      rpc: { type: 'string', help: 'the URL of a node of the attestations’ chain, for the tool verify_score' },
    },
    load: async () => (await import('./agents/mcp-command.ts')).mcpCommand,
  },
  ...webhookCommands,
}
