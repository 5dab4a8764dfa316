import { useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { Section } from './section.tsx'

/** How accurate the judge is; a figure that wasn’t measured says so. */
export const MeasuredSection = () => {
  const { places, measured } = useWords(transparencyWords)
  return (
    <Section id="measured" title={places.measured} note={measured.note}>
      <dl class="facts">
        {measured.questions.map(({ title, asks }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <strong>{measured.none}</strong> <span class="muted">{asks}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
