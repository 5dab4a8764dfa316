import type { ComponentChildren } from 'preact'
import type { LaunchProps } from '../../../../contract/props/launch.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatDateTime, formatScore } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** The checklist for the creator who has just signed. */
export const EnrolledPanel = ({ launch }: LaunchProps) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  const { enrollment, page, score } = launch
  const hasWords = page.tagline !== null && page.ctaUrl !== null
  const hasTime = enrollment.scheduledFor !== null
  const isReady = hasWords && hasTime
  return (
    <div class="enrolled card" data-opens={page.updatedAt === null ? '' : undefined}>
      <div class="enrolled-head">
        <h2>{isReady ? t.enrolledReady : t.enrolled}</h2>
        <a class="meta" href={`/launch/${enrollment.enrollmentId}`}>
          {t.hide}
        </a>
      </div>
      <p class="muted">{isReady ? t.readyNote : t.enrolledNote}</p>
      <ol class="steps">
        <Step name={t.steps.score(formatScore(score.aggregate))} isDone />
        <Step name={t.steps.signature} isDone />
        <Step name={t.steps.words} isDone={hasWords}>
          <EditButton field={page.tagline === null ? 'tagline' : 'ctaUrl'}>{hasWords ? t.change : t.add}</EditButton>
        </Step>
        <Step
          name={t.steps.time}
          note={hasTime ? formatDateTime(enrollment.scheduledFor ?? '', language) : undefined}
          isDone={hasTime}
        >
          <EditButton field="scheduledFor">{hasTime ? t.change : t.setTime}</EditButton>
        </Step>
        <Step name={t.steps.share} isDone={false}>
          <a class={isReady ? 'btn pri sm' : 'btn sm'} href="#share">
            {t.share}
          </a>
        </Step>
      </ol>
    </div>
  )
}

interface StepProps {
  name: string
  note?: string | undefined
  isDone: boolean
  children?: ComponentChildren
}

const Step = ({ name, note, isDone, children }: StepProps) => {
  const t = useWords(launchWords)
  return (
    <li class={isDone ? 'step done' : 'step'}>
      <span class="step-mark">{isDone && <Icon name="check" size={14} />}</span>
      <span class="step-name">
        {name}
        {isDone && <span class="unseen"> ({t.done})</span>}
        {note && <span class="muted meta">{note}</span>}
      </span>
      {children}
    </li>
  )
}

const EditButton = ({ field, children }: { field: string; children: ComponentChildren }) => (
  <button class="btn sm needs-script" type="button" data-edit={field} data-waiting>
    {children}
  </button>
)
