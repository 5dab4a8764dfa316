import type { LeadState } from '../lead.ts'
import type { ScoreResult } from '../schemas/score.ts'
import type { ShownStanding } from '../standing.ts'
import type { Site } from './site.ts'

/** The ticket of a score, in a frame on another site. */
export interface TicketFrameProps {
  score: ScoreResult
  state: LeadState
  isRevoked: boolean
  /** When the launch is or was. null: no time is known; undefined: the frame is not that of a launch. */
  launch?: { at: string; isOver: boolean } | null
  /** null: the frame is not that of a token. */
  standing: ShownStanding | null
  /** The path of the whole page. */
  page: string
  chainId: number
  now: string
}

/** In place of a ticket. */
export interface FaultFrameProps {
  status: number
  /** In English. */
  message: string
}

export type FrameProps = TicketFrameProps | FaultFrameProps

export interface FrameSite extends Pick<Site, 'name' | 'url' | 'language' | 'looks' | 'chains'> {
  /** `auto` follows the reader's system. */
  theme: 'light' | 'dark' | 'auto'
  /** A Farcaster client waits for the frame's `ready()`. */
  isMiniApp: boolean
}

export type RenderFrame = (props: FrameProps, site: FrameSite) => string
