import { Section } from '../../ui/layout.tsx'

/** What is known of the judge’s judgement; what wasn’t measured says so. */
export const MeasuredSection = () => (
  <Section id="measured" title="How well it judges" note="Figures appear here once they have been measured.">
    <dl class="facts">
      {questions.map(({ title, asks }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <strong>Not measured.</strong> <span class="note">{asks}</span>
          </dd>
        </div>
      ))}
    </dl>
  </Section>
)

const questions = [
  { title: 'Calibration', asks: 'How near its verdicts come to those of people, by version.' },
  { title: 'Attacks', asks: 'How many hostile pitches move the number, by version.' },
  { title: 'Drift', asks: 'Whether the same anchors still get the same numbers.' },
  { title: 'Band moves', asks: 'How many launches change their band when a version becomes active.' },
]
