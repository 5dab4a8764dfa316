import type { ComponentChildren } from 'preact'
import type { WarningCode } from '../../../contract/schemas/score.ts'
import type { LaunchOutcome } from '../../../contract/codes.ts'
import { findLead, isCriticalLead } from '../../../contract/lead.ts'
import { useWords } from '../words/language.ts'
import { launchWords } from '../words/launch.ts'
import { CriticalChip, OutcomeChip } from './chips.tsx'
import { type Plan, LaunchClock } from './launch-clock.tsx'

/** Where the creator's button leads. */
export interface Call {
  /** Null: a preview, which leads nowhere. */
  href: string | null
  label: string | null
  url: string
  unicodeUrl: string | null
}

interface HeroProps {
  name: string
  symbol: string
  /** The path of the picture. */
  picture: string
  tagline: string | null
  call: Call | null
  /** Of the score, the gravest first. */
  warnings: WarningCode[]
  /** By default none is decided. */
  outcome?: LaunchOutcome | null
  plan: Plan
  /** A line under the name. */
  byline?: ComponentChildren
  /** Actions about the time: reminder and calendar. */
  children?: ComponentChildren
  /** A preview stands below the page's own title. */
  isPreview?: boolean
}

/** A launch at a glance: what it is and who stands behind it, and when it is to be. */
export const LaunchHero = (props: HeroProps) => (
  <section class={`launch-hero card${props.isPreview ? ' preview' : ''}`}>
    <div class="halves">
      <div class="main-half">
        <Picture {...props} />
        <div class="words">
          <Name {...props} />
          {props.tagline && (
            <p class="tagline" dir="auto">
              {props.tagline}
            </p>
          )}
          {props.call && (
            <CallToAction
              {...props.call}
              warnings={props.warnings}
              outcome={props.outcome ?? null}
              phase={props.plan.phase}
            />
          )}
          {props.byline && <p class="byline">{props.byline}</p>}
        </div>
      </div>
      <div class="when-half">
        <LaunchClock {...props.plan} />
        {props.children}
      </div>
    </div>
  </section>
)

const Picture = ({ name, picture }: HeroProps) => {
  const t = useWords(launchWords)
  return <img class="picture" src={picture} alt={t.pictureOf(name)} width="240" height="240" />
}

const Name = ({ name, symbol, isPreview }: HeroProps) => {
  const words = (
    <>
      <bdi>{name}</bdi>{' '}
      <span class="ticker">
        <bdi>${symbol}</bdi>
      </span>
    </>
  )
  return isPreview ? <p class="name">{words}</p> : <h1 class="name">{words}</h1>
}

type CallProps = Call & { warnings: WarningCode[]; outcome: LaunchOutcome | null; phase: Plan['phase'] }

/** With a critical warning or a bad outcome it is no button: a link in words, behind the warning (D59). */
const CallToAction = ({ href, label, url, unicodeUrl, warnings, outcome, phase }: CallProps) => {
  const t = useWords(launchWords)
  const lead = findLead({ outcome, warnings })
  const isWarned = isCriticalLead({ outcome, warnings })
  const button = phase === 'live' ? 'btn pri' : 'btn'
  const Tag = href === null ? 'span' : 'a'
  return (
    <div class={isWarned ? 'cta after-warning' : 'cta'}>
      {isWarned && lead && 'outcome' in lead ? (
        <OutcomeChip outcome={lead.outcome} />
      ) : (
        <CriticalChip codes={warnings} />
      )}
      <Tag class={isWarned ? 'cta-link' : button} {...(href !== null && { href, rel: 'nofollow' })}>
        <bdi>{label ?? t.visit}</bdi>
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
