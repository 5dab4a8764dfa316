import type { DraftProps } from '../../../contract/props/score.ts'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { Page } from '../page.ts'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { Island } from '../ui/island.tsx'
import { RaiseIt } from '../ui/raise-it.tsx'
import { draftWords } from '../words/draft.ts'
import { pickWords, useWords } from '../words/language.ts'
import { EarlierNotices, TestNotice } from './notices.tsx'
import { CreatorCard, PositionCard } from './score-rail.tsx'
import { Hero, Pitch, Signals } from './score.tsx'
import { Time } from './time.tsx'

/** A score that is not published. Its title and previews say nothing of the launch. */
export const draftPage: Page<DraftProps> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(draftWords, language)
    return { title, description, isUnlisted: true }
  },
  Body: (props) => (
    <article class={props.isFresh ? 'score-page fresh' : 'score-page'}>
      <DraftNotice {...props} />
      <CriticalBar score={props.score} chainId={props.chainId} path={props.site.path} state={props.state} />
      <TestNotice {...props} />
      <EarlierNotices {...props} />
      <div class="grid">
        <div class="main">
          <Hero {...props} standing="unsigned" />
          <RaiseIt score={props.score} />
          <Signals {...props} />
        </div>
        <div class="rail score-rail">
          {props.position && <PositionCard score={props.score} position={props.position} />}
          <CreatorCard {...props} standing="unsigned" />
        </div>
        <div class="rest">
          <Pitch {...props} />
        </div>
      </div>
      {props.isFresh && <Island name="count-up" />}
    </article>
  ),
}

/** Says who sees the draft and until when, and publishes it. */
const DraftNotice = ({ score, expiresAt }: DraftProps) => {
  const t = useWords(draftWords)
  const { id, submission, creatorProof } = score
  const isProven = creatorProof !== undefined && creatorProof !== 'none'
  return (
    <section class="card draft-notice" aria-labelledby="draft-title">
      <div>
        <h2 id="draft-title">{t.label}</h2>
        <p>
          {t.text} <Time at={expiresAt} />.
        </p>
        <p class="muted">
          {t.note} {isProven && t.proven}
        </p>
      </div>
      {!score.test && (
        <Island
          name="publish-draft"
          class="publish"
          props={{ id, submission: toRequest(submission), scoring: t.scoring }}
        >
          <button class="btn pri wide needs-script" type="button" data-waiting>
            {t.publish}
          </button>
          <span class="said" role="status" />
        </Island>
      )}
    </section>
  )
}

/** What the service read from the contract is read again, so that the published score says so too. */
function toRequest({ creatorName: _name, filled = [], ...fields }: ScoreResult['submission']): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !filled.some((one) => one === name)))
}
