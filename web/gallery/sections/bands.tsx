import { BandChip, Chip, CriticalChip, OutcomeChip, OutcomeSquare, Shape } from '../../src/ui/chips.tsx'
import { type IconName, Icon } from '../../src/ui/icon.tsx'
import { Mark } from '../../src/ui/mark.tsx'
import { ScoreDial } from '../../src/ui/score-dial.tsx'
import { ShortBars, SignalBar, toShortBars } from '../../src/ui/short-bars.tsx'
import { Spark } from '../../src/ui/score-table.tsx'
import { Row, Section, State } from '../section.tsx'
import { scores, toSparks } from '../samples.ts'

const outcomes = ['graduated', 'alive', 'dead', 'rugged', 'unknown'] as const

export const Outcomes = () => (
  <Section id="outcomes" title="Outcomes">
    <Row>
      {outcomes.map((outcome) => (
        <State key={outcome} name={outcome}>
          <OutcomeChip outcome={outcome} />
          <OutcomeSquare outcome={outcome} />
        </State>
      ))}
    </Row>
  </Section>
)

const icons: IconName[] = [
  ...(['search', 'menu', 'copy', 'external', 'link', 'check', 'cross', 'exclamation', 'chevron', 'arrow'] as const),
  ...(['plus', 'clock', 'bell', 'calendar', 'download', 'upload', 'picture', 'edit', 'refresh', 'wallet'] as const),
  ...(['person', 'globe', 'sun', 'moon', 'screen', 'sparkle', 'letters', 'at', 'flag', 'shield', 'share'] as const),
]

export const Bands = () => (
  <Section id="bands" title="Bands, warnings and icons">
    <Row>
      <State name="green">
        <BandChip band="green" />
      </State>
      <State name="amber">
        <BandChip band="amber" />
      </State>
      <State name="red">
        <BandChip band="red" />
      </State>
      <State name="preliminary">
        <BandChip band="green" hasStubs />
      </State>
      <State name="critical">
        <CriticalChip codes={['honeypot', 'copycat']} />
      </State>
      <State name="plain, ink, crit">
        <p class="gallery-icons">
          <Chip>Resolved</Chip>
          <Chip tone="ink">Open</Chip>
          <Chip tone="crit">Failed</Chip>
        </p>
      </State>
    </Row>
    <p class="gallery-icons">
      <Mark />
      <Shape of="green" />
      <Shape of="amber" />
      <Shape of="red" />
      <Shape of="critical" />
      {icons.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </p>
  </Section>
)

export const Dials = () => (
  <Section id="dials" title="Score dial">
    <Row>
      <State name="green, with a spread">
        <ScoreDial score={87.7} spread={{ lowest: 82, highest: 91 }} />
      </State>
      <State name="amber">
        <ScoreDial score={58.25} />
      </State>
      <State name="red, lowest">
        <ScoreDial score={0} />
      </State>
      <State name="highest">
        <ScoreDial score={100} />
      </State>
      <State name="preliminary">
        <ScoreDial score={85} hasStubs />
      </State>
    </Row>
  </Section>
)

export const Bars = () => (
  <Section id="bars" title="Signal bars">
    <Row>
      {[100, 70, 69, 45, 44, 1, 0].map((score) => (
        <State key={score} name={String(score)}>
          <SignalBar state={score} />
        </State>
      ))}
      <State name="not measured">
        <SignalBar state={null} />
      </State>
      <State name="not known yet">
        <SignalBar state={{ words: '…' }} />
      </State>
    </Row>
    <Row>
      {Object.entries(scores).map(([name, score]) => (
        <State key={name} name={`all, ${name}`}>
          <ShortBars bars={toShortBars(score)} />
        </State>
      ))}
      <State name="all, loading">
        <ShortBars
          bars={toShortBars(scores.green).map((bar) => (bar.name === 'name' ? bar : { ...bar, state: { words: '…' } }))}
        />
      </State>
    </Row>
    <State name="all in cells">
      <ShortBars bars={toShortBars(scores.honeypot)} layout="cells" />
    </State>
    <State name="all in cells, preliminary">
      <ShortBars bars={toShortBars(scores.preliminary)} layout="cells" />
    </State>
    <State name="seven in cells">
      <ShortBars bars={[...toShortBars(scores.green), { name: 'liquidity', state: 64 }]} layout="cells" />
    </State>
    <State name="all in small">
      <p class="score-table">
        <Spark signals={toSparks([83, 41, 20, 0, null, 100])} />
      </p>
    </State>
  </Section>
)
