import type { CompareProps } from './compare.ts'
import type { DocsProps, GuideProps, GuidesProps } from './docs.ts'
import type { HomeProps } from './home.ts'
import type { EnrollProps, LaunchProps, LeaveProps, ReminderProps } from './launch.ts'
import type { CreatorProps, ExploreProps, SearchProps, TokenProps } from './lists.ts'
import type { DraftProps, ScoreProps } from './score.ts'
import type { Site } from './site.ts'
import type { TrackRecordProps } from './track-record.ts'
import type { TransparencyProps } from './transparency.ts'

export interface ErrorProps {
  status: number
  message: string
  /** Why the operator took it down, in the operator's words. */
  reason?: string
  /** The provider that failed, by the name of what it provides. */
  provider?: string
  /** The page without the invalid query. */
  plainPath?: string
}

/** Every page by its name, with its props. */
export interface Pages {
  home: HomeProps
  score: ScoreProps
  draft: DraftProps
  compare: CompareProps
  enroll: EnrollProps
  launch: LaunchProps
  leave: LeaveProps
  reminder: ReminderProps
  explore: ExploreProps
  search: SearchProps
  token: TokenProps
  creator: CreatorProps
  myLaunches: object
  transparency: TransparencyProps
  trackRecord: TrackRecordProps
  admin: object
  developer: object
  docs: DocsProps
  guide: GuideProps
  guides: GuidesProps
  error: ErrorProps
}

export type Render = <Name extends keyof Pages>(name: Name, props: Pages[Name], site: Site) => string
