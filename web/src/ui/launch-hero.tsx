import type { ComponentChildren } from 'preact'
import type { ShownState } from '../../../contract/lead.ts'
import { findLead, isCriticalLead } from '../../../contract/lead.ts'
import { useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { CriticalChip, OutcomeChip } from './chips.tsx'
import { Icon } from './icon.tsx'
import { type Plan, LaunchClock } from './launch-clock.tsx'
import { Picture } from './picture.tsx'
import { Ticket } from './ticket.tsx'

interface HeroProps {
  name: string
  symbol: string
  scoreId: string
  tagline: string | null
  /** What leads the score of the launch. */
  state: ShownState
  plan: Plan
  /** Small facts below the tagline. */
  tags?: ComponentChildren
  /** Above the clock: what became of the launch. */
  verdict?: ComponentChildren
  /** Below the clock: what a visitor can do. */
  children?: ComponentChildren
  /** A preview stands below the page's own title. */
  isPreview?: boolean
}

/** A launch at a glance: what it is and who stands behind it, and on the stub when it is to be and what to do about it. */
export const LaunchHero = (props: HeroProps) => {
  const { name, symbol, scoreId, tagline, state, plan, tags, verdict, children, isPreview = false } = props
  const isWarned = isCriticalLead(state)
  return (
    <div class={isPreview ? 'launch-hero preview' : 'launch-hero'}>
      <Ticket
        name={name}
        symbol={symbol}
        scoreId={scoreId}
        picture={<Picture scoreId={scoreId} side={208} alt="" />}
        tone={isWarned ? 'bad' : undefined}
        heading={isPreview ? 'p' : 'h1'}
        tags={
          <>
            {tagline && (
              <p class="tagline" dir="auto">
                {tagline}
              </p>
            )}
            {tags}
          </>
        }
        stub={
          <>
            {verdict}
            <LaunchClock {...plan} isWarned={isWarned} />
            {children}
          </>
        }
      />
    </div>
  )
}

/** Where the creator's button leads. */
export interface Call {
  /** Null: a preview, which leads nowhere. */
  href: string | null
  label: string | null
  url: string
  unicodeUrl: string | null
}

/** With a critical warning or a bad outcome it is no button: a link in words, behind the warning (D59). */
export const CallToAction = ({ href, label, url, unicodeUrl, state }: Call & { state: ShownState }) => {
  const t = useWords(launchWords)
  const lead = findLead(state)
  const isWarned = isCriticalLead(state)
  const Tag = href === null ? 'span' : 'a'
  return (
    <div class={isWarned ? 'cta after-warning' : 'cta'}>
      {isWarned && lead && 'outcome' in lead && <OutcomeChip outcome={lead.outcome} />}
      {isWarned && lead && 'warning' in lead && <CriticalChip codes={state.warnings} />}
      <Tag class={isWarned ? 'cta-link' : 'btn'} {...(href !== null && { href, rel: 'nofollow' })}>
        <bdi>{label ?? t.visit}</bdi>
        {!isWarned && <Icon name="external" size={14} />}
      </Tag>
      <span class="cta-host">
        {t.opens} <bdi class="host">{getHost(url)}</bdi>
        {unicodeUrl && getUnicodeHost(unicodeUrl) !== getHost(url) && (
          <>
            {' '}
            (<bdi class="host">{getUnicodeHost(unicodeUrl)}</bdi>)
          </>
        )}
      </span>
    </div>
  )
}

/** The host of an address that the service has taken, as browsers name it. */
export const getHost = (url: string): string => URL.parse(url)?.host ?? url

/** The host as an address in Unicode writes it. */
const getUnicodeHost = (url: string): string => url.replace('https://', '').split(/[/?#]/)[0] ?? ''
