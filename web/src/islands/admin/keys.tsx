import type { AdminKeys } from '../../pages.ts'
import { Command } from '../../ui/command.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Time } from '../../ui/time.tsx'

type Key = AdminKeys['keys'][number]

/** All keys, never what they are. */
export const Keys = ({ keys }: AdminKeys) =>
  keys.length === 0 ? (
    <EmptyState title="No key was issued yet">
      <p>Keys are issued where the service runs:</p>
      <Command text="launchscore keys issue --tier free --label L --owner O" what="the command" />
    </EmptyState>
  ) : (
    <div class="wide" role="group" aria-label="Table of the keys" tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Tier</th>
            <th scope="col">Begins with</th>
            <th scope="col">Last used</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <bdi>{key.label}</bdi>
                <span class="note beneath">
                  answered for by <bdi>{key.owner}</bdi>
                </span>
              </td>
              <td>{key.tier}</td>
              <td>
                <code>{key.prefix}</code>
              </td>
              <td>{key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}</td>
              <td>{getState(key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

function getState({ revokedAt, endsAt }: Key) {
  if (revokedAt)
    return (
      <>
        revoked <Time at={revokedAt} />
      </>
    )
  if (endsAt)
    return (
      <>
        rotated, ends <Time at={endsAt} />
      </>
    )
  return 'active'
}
