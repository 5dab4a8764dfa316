import type { Deps } from '../../deps.ts'
import type { ListedCommand } from '../../platform/cli/command.ts'

const secretOptions = {
  secret: { type: 'string', help: 'the secret of the subscription' },
  'secret-file': {
    type: 'string',
    isPath: true,
    help: 'a file with the secret, - for standard input; other accounts can’t see it in the process list',
  },
} as const

const feedOptions = {
  url: { type: 'string', help: 'the address of a service; the command reads its feed with an API key' },
  key: { type: 'string', help: 'the API key' },
  'key-file': { type: 'string', isPath: true, help: 'a file with the API key, - for standard input' },
  subscription: { type: 'string', help: 'the id of the subscription; by default the only one of the key' },
} as const

/** The commands of `launchscore webhooks`. */
export const webhookCommands: Record<string, ListedCommand<Deps>> = {
  'webhooks list': {
    usage: 'webhooks list [--key <prefix>]',
    summary: 'list the webhook subscriptions of all keys',
    options: { key: { type: 'string', help: 'list only subscriptions of this key, its predecessors and successors' } },
    load: async () => (await import('../../webhooks/commands/operate-subscriptions.ts')).listCommand,
  },
  'webhooks disable': {
    usage: 'webhooks disable <id>',
    summary: 'stop a webhook subscription; its owner can’t resume it',
    load: async () => (await import('../../webhooks/commands/operate-subscriptions.ts')).disableCommand,
  },
  'webhooks enable': {
    usage: 'webhooks enable <id>',
    summary: 'make a webhook subscription active again',
    load: async () => (await import('../../webhooks/commands/operate-subscriptions.ts')).enableCommand,
  },
  'webhooks delete': {
    usage: 'webhooks delete <id>',
    summary: 'delete a webhook subscription',
    load: async () => (await import('../../webhooks/commands/operate-subscriptions.ts')).deleteCommand,
  },
  'webhooks listen': {
    usage:
      'webhooks listen --secret-file <file> [--port <port>] [--status <status>], or --url <url> --key-file <file> [--subscription <id>] [--forward-to <url>] [--secret-file <file>]',
    summary: 'verify and print deliveries, or forward the events of a service to a local URL, until Ctrl-C',
    options: {
      ...secretOptions,
      port: { type: 'string', help: 'the port to listen on; 9000 by default' },
      status: { type: 'string', help: 'the status to respond with; 200 by default' },
      ...feedOptions,
      'forward-to': { type: 'string', help: 'a URL that receives each event of the feed, signed like a delivery' },
    },
    load: async () => (await import('../../webhooks/commands/listen-for-deliveries.ts')).listenCommand,
  },
  'webhooks trigger': {
    usage:
      'webhooks trigger <event> --forward-to <url> [--secret-file <file>] [--url <url>] [--key-file <file>] [--subscription <id>]',
    summary: 'send one event to a URL, signed like a delivery: the newest of a service’s feed, or an example',
    options: {
      ...secretOptions,
      ...feedOptions,
      'forward-to': { type: 'string', help: 'the URL that receives the event' },
    },
    load: async () => (await import('../../webhooks/commands/trigger-delivery.ts')).triggerCommand,
  },
  'webhooks rekey': {
    usage: 'webhooks rekey',
    summary: 'encrypt all webhook secrets with the current ENCRYPTION_KEY',
    load: async () => (await import('../../webhooks/subscriptions/rekey-secrets.ts')).rekeySecretsCommand,
  },
}
