import type { LaunchProps } from '../../../../contract/props/launch.ts'
import { useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** The creator's own words, and the pitch that the score is about. */
export const LaunchWordsCard = ({ launch }: LaunchProps) => {
  const t = useWords(launchWords)
  const { description } = launch.page
  return (
    <>
      <section class="card box" aria-labelledby="about">
        <h2 id="about">{t.about}</h2>
        {description ? (
          <p class="prose words" dir="auto">
            {description}
          </p>
        ) : (
          <p class="muted">{t.nothingYet}</p>
        )}
      </section>
      <section class="card box" aria-labelledby="pitch">
        <h2 id="pitch">{t.pitch}</h2>
        <p class="prose words" dir="auto">
          {launch.score.submission.description}
        </p>
        <p class="muted meta">{t.pitchNote}</p>
      </section>
    </>
  )
}
