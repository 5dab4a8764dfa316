import type { Deps } from '../deps.ts'
import { type ShownState, isCriticalLead } from '../../contract/lead.ts'
import type { Band } from '../../contract/schemas/score.ts'

/** Which launches are announced on the deployment's own channels. */
type AnnouncePolicy = Deps['config']['notify']['announce']

/** What is known of a launch when its notice is due. */
export interface AnnouncedLaunch extends ShownState {
  band: Band
  /** An operator has approved it. */
  isApproved: boolean
}

/** Whether a launch may be announced. Reminders to its subscribers are sent in any case. */
export function mayAnnounce(policy: AnnouncePolicy, launch: AnnouncedLaunch): boolean {
  if (policy === 'all') return true
  if (policy === 'approved') return launch.isApproved
  return launch.band !== 'red' && !isCriticalLead(launch)
}
