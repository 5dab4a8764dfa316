import type { ScoreProps } from '../../../../contract/props/score.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { useWords } from '../../words/language.ts'
import { scoreWords } from '../../words/score.ts'

/** The submission, in its author's words. */
export const Pitch = ({ score }: ScoreProps) => {
  const t = useWords(scoreWords)
  const { submission, promptVersion } = score
  return (
    <>
      <section class="card pitch" aria-labelledby="pitch">
        <h2 id="pitch">{t.pitch}</h2>
        <blockquote dir="auto">{submission.description}</blockquote>
        <p class="muted">
          {t.pitchBy} ·{' '}
          <OutsideLink href={`https://x.com/${encodeURIComponent(submission.xHandle.slice(1))}`}>
            {t.handle(submission.xHandle)}
          </OutsideLink>
        </p>
      </section>
      <p class="foot">
        {t.foot} {t.history.madeBy}{' '}
        <a href={`/transparency#${promptVersion}`}>
          <code>{promptVersion}</code>
        </a>{' '}
        · <a href={`/v1/score/${score.id}`}>JSON</a>
      </p>
    </>
  )
}
