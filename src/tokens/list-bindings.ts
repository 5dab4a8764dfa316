import { toChecksumAddress } from '../../contract/address.ts'
import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { type BindingState, type ListedBinding, listNewestBindings } from './binding-store.ts'

const defaultLimit = 100

/** launchscore outcome list: the newest bindings, with their next observation and their last outcome. */
export async function listBindingsCommand({ db }: Deps, options: { state?: BindingState }): Promise<CommandResult> {
  const rows = await listNewestBindings(db, { state: options.state ?? null, limit: defaultLimit })
  return { lines: rows.length > 0 ? rows.map(format) : ['no bindings'], json: rows.map(toJson) }
}

const format = ({ id, token, state, excluded, nextObservationAt, closed, outcome }: ListedBinding): string =>
  [
    id,
    toChecksumAddress(token),
    state.padEnd(9),
    nextObservationAt ? `next look ${nextObservationAt.toISOString()}` : (closed ?? 'not watched'),
    outcome ? `${outcome.horizon} ${outcome.outcome}${outcome.cause ? ` (${outcome.cause})` : ''}` : 'no outcome',
    ...(excluded ? [`does not count: ${excluded}`] : []),
  ].join('  ')

const toJson = ({
  token,
  creator,
  excluded,
  boundAt,
  tradingSince,
  nextObservationAt,
  outcome,
  ...row
}: ListedBinding) => ({
  ...row,
  tokenAddress: toChecksumAddress(token),
  creatorAddress: toChecksumAddress(creator),
  counts: row.state === 'proven' && excluded === null,
  reason: excluded,
  boundAt: boundAt.toISOString(),
  tradingSince: tradingSince?.toISOString() ?? null,
  nextLookAt: nextObservationAt?.toISOString() ?? null,
  lastOutcome: outcome,
})
