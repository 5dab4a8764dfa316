import { EnrolledPanel, ScoreStrip } from '../../src/pages/launch.tsx'
import type { LaunchPhase, LaunchProps } from '../../../contract/props/launch.ts'
import type { WarningCode } from '../../../contract/schemas/score.ts'
import { type Plan, LaunchClock } from '../../src/ui/launch-clock.tsx'
import { CallToAction, LaunchHero } from '../../src/ui/launch-hero.tsx'
import { Remind } from '../../src/ui/remind.tsx'
import { Row, Section, State } from '../section.tsx'
import { launch, names, noState, now, sampleLaunches, scores, states } from '../samples.ts'

const scheduledFor = '2026-11-24T17:00:00.000Z'
const plans: Record<string, Plan> = {
  scheduled: { phase: 'scheduled', scheduledFor, movedFrom: null, now },
  moved: { phase: 'scheduled', scheduledFor, movedFrom: '2026-11-23T17:00:00.000Z', now },
  'within a minute': { phase: 'scheduled', scheduledFor: '2026-11-22T12:00:42.000Z', movedFrom: null, now },
  live: { phase: 'live', scheduledFor: now, movedFrom: null, now },
  passed: { phase: 'passed', scheduledFor: '2026-11-20T12:00:00.000Z', movedFrom: null, now },
  launched: { phase: 'launched', scheduledFor: null, launchedAt: '2026-11-20T12:00:00.000Z', movedFrom: null, now },
  unscheduled: { phase: 'unscheduled', scheduledFor: null, movedFrom: null, now },
  withdrawn: { phase: 'withdrawn', scheduledFor: null, movedFrom: scheduledFor, now },
}

export const Clocks = () => (
  <Section id="clocks" title="Launch clock">
    <Row>
      {Object.entries(plans).map(([name, plan]) => (
        <State key={name} name={name}>
          <div class="launch-hero">
            <LaunchClock {...plan} />
          </div>
        </State>
      ))}
    </Row>
  </Section>
)

interface HeroState {
  name?: string
  symbol?: string
  phase?: LaunchPhase
  warnings?: WarningCode[]
  tagline?: string | null
  isPreview?: boolean
}

const Hero = ({ name = 'Left Sock', symbol = 'SOCK', warnings = [], tagline = null, ...rest }: HeroState) => (
  <LaunchHero
    name={name}
    symbol={symbol}
    scoreId="1"
    tagline={tagline}
    state={{ outcome: null, warnings }}
    plan={{ phase: rest.phase ?? 'scheduled', scheduledFor, movedFrom: null, now }}
    tags={<span class="tag">Base</span>}
    {...(rest.isPreview && { isPreview: true })}
  />
)

export const Heroes = () => (
  <Section id="heroes" title="Launch">
    <State name="scheduled">
      <Hero tagline="Have you seen the other one?" />
    </State>
    <State name="live">
      <Hero phase="live" />
    </State>
    <State name="critical warning">
      <Hero name="Free Lunch" symbol="LUNCH" warnings={['honeypot']} />
    </State>
    <State name="preview">
      <Hero isPreview />
    </State>
    <State name="the creator’s button">
      <CallToAction {...call} state={{ outcome: null, warnings: [] }} />
    </State>
    <State name="the creator’s link, critical warning">
      <CallToAction {...call} state={{ outcome: null, warnings: ['honeypot'] }} />
    </State>
  </Section>
)

const call = {
  href: '/launch/1/leave',
  label: 'Hang yours on the line',
  url: 'https://xn--lftsock-cya.example/line',
  unicodeUrl: 'https://léftsock.example/line',
}

export const NamedHeroes = () => (
  <Section id="hero-names" title="Launch: names of all kinds" isDrawnByTheSystem>
    {Object.entries(names).map(([kind, name]) => (
      <State key={kind} name={kind}>
        <Hero name={name} tagline={name} />
      </State>
    ))}
  </Section>
)

const telegramUrl = 'https://t.me/launchscore_bot'

export const Reminders = () => (
  <Section id="reminders" title="Reminders">
    <Row>
      <State name="one way">
        <Remind enrollmentId="1" by={{ push: false, email: false, telegramUrl }} />
      </State>
      <State name="several ways">
        <Remind enrollmentId="2" by={{ push: true, email: true, telegramUrl }} />
      </State>
    </Row>
  </Section>
)

const isNew: LaunchProps = {
  launch,
  standing: 'signed',
  original: null,
  phase: 'scheduled',
  edits: [],
  hasMoreEdits: false,
  chainId: 8453,
  remindBy: { push: true, email: true, telegramUrl: 'https://t.me/launchscore_bot' },
  telegramChannel: null,
  creator: sampleLaunches,
  recorded: null,
  outcome: { observing: false, canBind: false, binding: null, launched: null, followed: null },
  state: noState,
  isNew: true,
  now,
}
const ready = {
  ...launch,
  page: { ...launch.page, tagline: 'Have you seen the other one?', ctaUrl: 'https://a.example' },
}

export const LaunchParts = () => (
  <Section id="launch-parts" title="Checklist and score of a launch">
    <div class="launch-page">
      <State name="just signed">
        <EnrolledPanel {...isNew} />
      </State>
      <State name="all done">
        <EnrolledPanel {...isNew} launch={ready} />
      </State>
      {Object.entries(scores).map(([name, score]) => (
        <State key={name} name={`score, ${name}`}>
          <ScoreStrip score={score} state={{ ...noState, warnings: score.warnings.map(({ code }) => code) }} />
        </State>
      ))}
      {Object.entries(states).map(([name, state]) => (
        <State key={name} name={`score, ${name}`}>
          <ScoreStrip score={scores.amber} state={state} />
        </State>
      ))}
    </div>
  </Section>
)
