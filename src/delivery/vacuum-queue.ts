import { vacuumDead } from '../database/upkeep/vacuum-dead.ts'
import type { Deps } from '../deps.ts'

/** Lets new deliveries take the place of ended ones, so that the queue's files don't grow with what has passed through it. */
export const vacuumQueue = ({ db }: Pick<Deps, 'db'>): Promise<void> => vacuumDead(db, 'deliveries')
