import type { Deps } from '../../deps.ts'
import type { ListedCommand } from '../../platform/cli/command.ts'

/** The commands of the record of outcomes. */
export const outcomeCommands: Record<string, ListedCommand<Deps>> = {
  'outcome list': {
    usage: 'outcome list [--state <state>]',
    summary: 'list the 100 newest tokens of launches, with the next observation and the last outcome',
    options: {
      state: {
        type: 'string',
        help: 'list only bindings in this state: pending, proven, unproven, replaced or corrected',
      },
    },
    load: async () => (await import('../../outcomes/binding/list-bindings.ts')).listBindingsCommand,
  },
  'outcome look': {
    usage: 'outcome look <id>',
    summary: 'observe a token now, by binding, score or enrollment id, and store the observation',
    load: async () => (await import('../../outcomes/observing/observe-tokens.ts')).observeTokenCommand,
  },
  'outcome bind': {
    usage: 'outcome bind <score id> <token> [--write]',
    summary: 'check a token in the same way as the job, and print the valid proofs; exit with 1 if there is none',
    options: { write: { type: 'boolean', help: 'store the binding if it is proven' } },
    load: async () => (await import('../../outcomes/binding/bind-found.ts')).bindFoundCommand,
  },
  'outcome recompute': {
    usage: 'outcome recompute [--days <folder>, or --url <url>]',
    summary: 'recompute every outcome and figure from the sealed days; exit with 1 if one differs',
    options: {
      days: {
        type: 'string',
        isPath: true,
        help: 'a folder with the files of the days, and days.json with their digests; default: the database',
      },
      url: { type: 'string', help: 'the address of a deployment; the command reads its days and figures' },
    },
    load: async ({ options }) => {
      const { recomputeCommand, recomputeStoredCommand } =
        await import('../../outcomes/track-record/recompute-command.ts')
      return options['days'] === undefined && options['url'] === undefined ? recomputeStoredCommand : recomputeCommand
    },
  },
  'outcome verify': {
    usage: 'outcome verify <day>',
    summary:
      'check the digest of a sealed day, the chain of digests up to it, and its stamp on the chain; exit with 1 if one differs',
    load: async () => (await import('../../outcomes/days/verify-day.ts')).verifyDayCommand,
  },
  'outcome correct': {
    usage: 'outcome correct <subject> --reason <reason> --explain <text>',
    summary: 'publish a correction of binding:<id> or outcome:<id>:30d; the decided row does not change',
    options: {
      reason: { type: 'string', help: 'not_theirs, wrong_token, wrong_data or wrong_rule' },
      explain: { type: 'string', help: 'published; one line of at most 500 characters' },
    },
    load: async () => (await import('../../outcomes/corrections/correct-record.ts')).correctRecordCommand,
  },
}
