import type { Deps } from '../deps.ts'
import { type ShownState, isCriticalLead } from '../../contract/lead.ts'
import type { Band } from '../../contract/schemas/score.ts'

type AnnouncePolicy = Deps['config']['notify']['announce']

export interface AnnouncedLaunch extends ShownState {
  band: Band
  isApproved: boolean
}

/** Reminders to subscribers are sent in any case. */
export function mayAnnounce(policy: AnnouncePolicy, launch: AnnouncedLaunch): boolean {
  if (policy === 'all') return true
  if (policy === 'approved') return launch.isApproved
  return launch.band !== 'red' && !isCriticalLead(launch)
}
