import type { LeaveProps } from '../../../contract/props/launch.ts'
import { isCriticalLead } from '../../../contract/lead.ts'
import type { Page } from '../page.ts'
import { getHost } from '../ui/launch-hero.tsx'
import { OutcomeBar } from '../ui/outcome-bar.tsx'
import { CriticalBar } from '../ui/critical-bar.tsx'
import { pickWords, useWords } from '../words/language.ts'
import { leaveWords } from '../words/leave.ts'
import { RedNotice } from './notices.tsx'

/** The page between a launch and its creator's link: it names the host and what not to do there. */
export const leavePage: Page<LeaveProps> = {
  head: ({ score: { submission }, url }, { language }) => {
    const t = pickWords(leaveWords, language)
    return {
      title: t.title(getHost(url)),
      description: t.description(submission.name, getHost(url)),
      isUnlisted: true,
    }
  },
  Body: (props) => {
    const t = useWords(leaveWords)
    const { from, score, state, url, site } = props
    return (
      <div class="leave-page">
        <OutcomeBar score={score} state={state} href={`/score/${score.id}#outcome`} />
        <CriticalBar score={score} state={state} />
        <RedNotice score={score} state={state} />
        <section class="card box">
          <p class="muted">{t.leaving(site.name)}</p>
          <Host url={url} />
          {isEncoded(url) && <Lookalike />}
          <p>
            <bdi>{t.added[from](score.submission.name)}</bdi>
          </p>
          <WholeAddress {...props} />
          <ul class="tips">
            {t.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
          <Ways {...props} />
        </section>
      </div>
    )
  },
}

/** The registrable part of the host is emphasised, because it tells who runs the site. */
const Host = ({ url }: { url: string }) => {
  const { isIt } = useWords(leaveWords)
  const { before, owner } = splitHost(getHost(url))
  return (
    <h1>
      {isIt[0]}
      <bdi class="host">
        {before && <span class="before">{before}</span>}
        <strong>{owner}</strong>
      </bdi>
      {isIt[1]}
    </h1>
  )
}

const WholeAddress = ({ url, unicodeUrl }: LeaveProps) => {
  const t = useWords(leaveWords)
  return (
    <div class="whole">
      <code>{url}</code>
      {unicodeUrl && (
        <p class="muted meta">
          {t.inItsLetters}{' '}
          <code>
            <bdi>{unicodeUrl}</bdi>
          </code>
        </p>
      )}
    </div>
  )
}

const Lookalike = () => {
  const t = useWords(leaveWords)
  return <p class="lookalike">{t.lookalike}</p>
}

/** The safer way comes first; with a critical warning the other one is only a link. */
const Ways = ({ from, backPath, url, state }: LeaveProps) => {
  const t = useWords(leaveWords)
  const isWarned = isCriticalLead(state)
  return (
    <p class="ways">
      <a class="btn pri" href={backPath}>
        {t.back[from]}
      </a>
      <a class={isWarned ? undefined : 'btn'} href={url} rel="nofollow noopener noreferrer">
        <span>
          {t.goTo} <bdi>{getHost(url)}</bdi>
        </span>
      </a>
    </p>
  )
}

const isEncoded = (url: string): boolean => /(^|\.)xn--/.test(getHost(url))

/** A host apart at the name that its owner has registered: `accounts.trusted.` and `evil.example`. */
function splitHost(host: string): { before: string; owner: string } {
  if (/^[\d.:[\]]+$/.test(host)) return { before: '', owner: host }
  const labels = host.split('.')
  const count = isUnderCountry(labels) ? 3 : 2
  const owner = labels.slice(-count).join('.')
  return { before: host.slice(0, host.length - owner.length), owner }
}

/** As in `evil.co.uk`: names are registered one level deeper. Other suffixes of that kind only show more of the host as bold. */
function isUnderCountry(labels: string[]): boolean {
  const [second = '', last = ''] = labels.slice(-2)
  return last.replace(/:\d+$/, '').length === 2 && second.length <= 3 && labels.length > 2
}
