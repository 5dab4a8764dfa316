import type { Deps } from '../../deps.ts'
import { type Activation, findActivation, insertActivation, lockActivations } from './activation-store.ts'

/** Every replica uses the version within a second. Throws if it is active already. */
export async function activatePrompt(
  { db, clock, random }: Deps,
  { version, reason, actor }: Pick<Activation, 'version' | 'reason' | 'actor'>,
): Promise<Activation> {
  return db.transaction().execute(async (tx) => {
    await lockActivations(tx)
    const last = await findActivation(tx)
    if (last?.version === version) throw new Error(`${version} is already the active version`)
    // A clock that was set back must not put this activation before the last one.
    const activatedAt = new Date(Math.max(clock.now().getTime(), (last?.activatedAt.getTime() ?? 0) + 1))
    const activation = { id: random.uuid(), version, reason, actor, activatedAt }
    await insertActivation(tx, activation)
    return activation
  })
}
