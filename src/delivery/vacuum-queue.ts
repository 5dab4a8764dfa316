import { vacuumDead } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'

/** Lets new deliveries reuse the space of ended ones. */
export const vacuumQueue = ({ db }: Deps): Promise<void> => vacuumDead(db, 'deliveries')
