import type { ScoreProps } from '../../../../contract/props/score.ts'
import type { Site } from '../../../../contract/props/site.ts'
import { Icon } from '../../ui/icon.tsx'
import { Island } from '../../ui/island.tsx'
import { useLanguage, useWords } from '../../words/language.ts'
import { leadWords } from '../../words/lead.ts'
import { scoreWords } from '../../words/score.ts'
import { shareWords } from '../../words/share.ts'
import { formatShareText } from '../../words/share-text.ts'
import { findStep, offersReminder } from './next-step.tsx'

/** On a phone, the two actions stay visible. */
export const BottomBar = (props: ScoreProps & { site: Site }) => {
  const share = useWords(shareWords)
  const language = useLanguage()
  const { score, site } = props
  const { href, label } = useAction(props)
  return (
    <div class="bottom-bar">
      <Island
        name="share-sheet"
        props={{
          url: `${site.url}/score/${score.id}`,
          text: formatShareText(score, { language, serviceName: site.name, state: props.state }),
        }}
      >
        <a class="btn wide" href="#share">
          <Icon name="share" />
          {share.share}
        </a>
      </Island>
      <a class="btn pri wide" href={href}>
        {label}
      </a>
    </div>
  )
}

function useAction(props: ScoreProps): { href: string; label: string } {
  const { next: t } = useWords(scoreWords)
  const { more } = useWords(leadWords)
  const { score, state, enrollment, replays } = props
  const newest = replays[0]
  switch (findStep(props)) {
    case 'launched':
      return { href: '#outcome', label: more }
    case 'warned':
      if (state.outcome !== null) return { href: '#outcome', label: more }
      return { href: `#signal-${score.warnings?.[0]?.signal ?? 'risk'}`, label: t.findings }
    case 'unsigned':
      return { href: `/enroll/${score.id}`, label: t.claim }
    case 'enrolled': {
      const path = `/launch/${enrollment?.enrollmentId ?? ''}`
      return offersReminder(props) ? { href: `${path}#remind`, label: t.remind } : { href: path, label: t.openLaunch }
    }
    default:
      return newest && newest.id !== score.id
        ? { href: `/score/${newest.id}`, label: t.newer }
        : { href: '/', label: t.testRecord }
  }
}
