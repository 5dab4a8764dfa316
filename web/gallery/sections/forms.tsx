import { findSignalWords } from '../../../contract/signals/looks.ts'
import { Field, ScoreForm } from '../../src/islands/score-form/index.tsx'
import { scores } from '../samples.ts'
import { Measuring } from '../../src/islands/score-form/measuring.tsx'
import { emptyDraft } from '../../src/islands/score-form/submission.ts'
import { Command } from '../../src/ui/command.tsx'
import { Notice } from '../../src/ui/cards.tsx'
import { Row, Section, State } from '../section.tsx'

const ignore = () => {}
const draft = { ...emptyDraft, name: 'Left Sock', symbol: 'SOCK' }
const told = [
  { signal: 'name', score: 100, stub: false },
  { signal: 'risk', score: 0, stub: false },
  { signal: 'creator', score: 50, stub: true },
] as const

export const Notices = () => (
  <Section id="notices" title="Notices and commands">
    <State name="something is missing">
      <Notice kind="pending" title="Scores are preliminary">
        Meme and Image can’t be measured at the moment.
      </Notice>
    </State>
    <State name="something failed">
      <Notice kind="fault" title="Nothing was scored">
        Check your connection and try again.
      </Notice>
    </State>
    <State name="command">
      <Command text={'curl -s https://launchscore.example/v1/score \\\n  -d @submission.json'} what="the command" />
    </State>
  </Section>
)

const signals = Object.keys(scores.green.signals).map((name) => ({
  name,
  title: findSignalWords(name, 'en').title,
  isPending: name === 'meme' || name === 'image',
}))

export const Form = () => (
  <Section id="form" title="The form that scores a launch">
    <State name="empty, two signals not measured">
      <ScoreForm contract="" chainId={null} signals={signals} nameSuffix={null} riskSource={null} edited={null} />
    </State>
    <State name="faults">
      <div class="score-form card">
        <Row>
          <Field name="name" value="" fault={{ words: 'Enter a name.' }} onChange={ignore} onLeave={ignore} />
          <Field
            name="creatorAddress"
            value="0x71C3"
            fault={{ words: 'An address is 0x and 40 digits from 0 to f.' }}
            onChange={ignore}
            onLeave={ignore}
          />
        </Row>
      </div>
    </State>
    <State name="loading">
      <div class="score-form">
        <Measuring
          {...{ draft, signals, told: [...told], chainId: 8453, picture: null, riskSource: 'GoPlus' }}
          isDone={false}
          onCancel={ignore}
        />
      </div>
    </State>
  </Section>
)
