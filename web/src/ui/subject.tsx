import type { ComponentChildren } from 'preact'
import type { ScoreResult } from '../pages.ts'

/** The image and the name of what was scored, as the title of a page, with a line under it. */
export const Subject = ({
  score: { id, submission },
  children,
}: {
  score: ScoreResult
  children: ComponentChildren
}) => (
  <div class="subject">
    <img src={`/score/${id}/picture`} alt={`The image of ${submission.name}`} width="112" height="112" />
    <div>
      <h1 class={submission.name.length > 24 ? 'long-name' : undefined}>
        <bdi>{submission.name}</bdi>{' '}
        <span class="ticker">
          <bdi>${submission.symbol}</bdi>
        </span>
      </h1>
      <p class="note">{children}</p>
    </div>
  </div>
)
