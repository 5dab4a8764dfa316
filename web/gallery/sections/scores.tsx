import { scorePage } from '../../src/pages/score.tsx'
import { CriticalBar, NewsLine } from '../../src/ui/critical-bar.tsx'
import { OutcomeBar } from '../../src/ui/outcome-bar.tsx'
import { RailCard, RailRow } from '../../src/ui/cards.tsx'
import { RaiseIt } from '../../src/ui/raise-it.tsx'
import { Reason } from '../../src/ui/reason.tsx'
import { ShareRow } from '../../src/ui/share-row.tsx'
import { SignalBars, SignalFacts } from '../../src/ui/signal-bars.tsx'
import { Row, Section, State } from '../section.tsx'
import { findingWords } from '../../src/words/findings.ts'
import { makeScore, makeScoreProps, names, noState, scores, site, states } from '../samples.ts'

const { Body: ScorePage } = scorePage
const card = { path: '/score/1/card.png', fileName: 'left-sock.png' }

export const Warnings = () => (
  <Section id="warnings" title="Critical warning">
    <State name="with a contract, and a second warning">
      <CriticalBar score={scores.honeypot} chainId={8453} />
    </State>
    <State name="without a contract">
      <CriticalBar score={{ ...scores.honeypot, warnings: scores.honeypot.warnings.slice(1) }} />
    </State>
    <State name="by a newer reading of the contract">
      <CriticalBar
        score={scores.honeypot}
        state={{ ...noState, newer: { warnings: scores.honeypot.warnings, readAt: '2026-11-23T09:00:00.000Z' } }}
      />
    </State>
    <State name="a right of the owner">
      <CriticalBar score={scores.owned} chainId={8453} />
    </State>
    <State name="a line of its own">
      <NewsLine
        tone="warn"
        label="News"
        sentence="Owner can pause trading"
        source="While trading is paused, nobody can sell."
        more={{ href: '#warnings', words: 'See the finding' }}
      />
    </State>
  </Section>
)

export const OutcomeBars = () => (
  <Section id="outcome-bars" title="What became of a launch">
    {(['rugged', 'dead', 'graduated'] as const).map((name) => (
      <State key={name} name={name}>
        <OutcomeBar score={scores.amber} state={states[name]} chainId={8453} />
      </State>
    ))}
    <State name="rugged, with a critical warning">
      <OutcomeBar score={scores.honeypot} state={states.rugged} chainId={8453} />
    </State>
  </Section>
)

export const Signals = () => {
  const { contributions } = scores.honeypot.explanation
  const part = contributions.find(({ signal }) => signal === 'risk')
  const reading = scores.honeypot.signals['risk']
  return (
    <Section id="signals" title="Signals with their facts">
      <State name="green">
        <div class="card">
          <SignalBars score={scores.green} />
        </div>
      </State>
      <State name="critical">
        <div class="card">
          <SignalBars score={scores.honeypot} />
        </div>
      </State>
      <State name="preliminary">
        <div class="card">
          <SignalBars score={scores.preliminary} />
        </div>
      </State>
      <State name="facts alone">
        <div class="card signal-bars">{part && reading && <SignalFacts part={part} reading={reading} />}</div>
      </State>
    </Section>
  )
}

export const Rail = () => (
  <Section id="rail" title="Cards of the rail">
    <Row>
      <State name="rows">
        <RailCard id="rail-rows" title="Creator">
          <RailRow label="Wallet">
            <span class="mono">0x047A…9baC</span>
          </RailRow>
          <RailRow label="Signed launches">None</RailRow>
        </RailCard>
      </State>
      <State name="share, with a badge">
        <ShareRow url={site.url} text="Left Sock" card={card} embedId="embed" />
      </State>
      <State name="share, without">
        <ShareRow url={site.url} text="Left Sock" card={card} />
      </State>
      <State name="reason in points">
        <Reason
          words={findingWords.en}
          facts={[
            { code: 'caps_mixed', effect: -6, values: { ways: 2 } },
            { code: 'too_long', effect: -40, values: { characters: 60, most: 12 } },
          ]}
        />
      </State>
      <State name="reason in words">
        <Reason words={findingWords.en} reason="Short, readable, consistently written name. [name-rules@1.0.0]" />
      </State>
    </Row>
    <State name="what would raise it">
      <RaiseIt score={makeScore({ points: { name: 60, social: 30 } })} />
    </State>
  </Section>
)

export const ScorePages = () => (
  <>
    {(['green', 'honeypot', 'preliminary'] as const).map((name) => (
      <Section key={name} id={`score-${name}`} title={`The page of a score: ${name}`}>
        <ScorePage {...makeScoreProps(scores[name])} site={site} />
      </Section>
    ))}
  </>
)

/** What others write, in the place where most of it shows. */
export const NamedScores = () => (
  <Section id="score-names" title="The page of a score: names of all kinds" isDrawnByTheSystem>
    {Object.entries(names).map(([kind, name]) => (
      <State key={kind} name={kind}>
        <ScorePage
          {...makeScoreProps(makeScore({ name, symbol: kind === 'hostile' ? '"><SVG' : 'SOCK' }))}
          site={site}
        />
      </State>
    ))}
  </Section>
)
