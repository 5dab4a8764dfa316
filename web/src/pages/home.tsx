import { bands } from '../rules.ts'
import { ScoreForm } from '../islands/score-form.tsx'
import type { Page } from '../page.ts'
import type { HomeProps, Site } from '../pages.ts'
import { BandChip } from '../ui/band-chip.tsx'
import { Command } from '../ui/command.tsx'
import { Island } from '../ui/island.tsx'
import { Section } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Ruler } from '../ui/ruler.tsx'
import { formatList, signals, getTitle } from '../ui/words.ts'

const title = 'Score a token launch before it exists'
const description =
  'Six signals, one number from 0 to 100, and every reason behind it. Higher is better. A score is no advice to buy.'

/** What the service is, and the form that scores a launch. */
export const homePage: Page<HomeProps> = {
  head: (_props, { name }) => ({ title: `${name}: ${title.toLowerCase()}`, description }),
  Body: ({ pending, needsKey, weights, site }) => (
    <>
      <div class="opening">
        <div class="opening-words">
          <h1>{title}</h1>
          <p class="lede">{description}</p>
          <Ruler />
          <Bands />
          <p class="note">
            A score is never changed. Scoring again makes a new record beside the old one, and asking again can’t fish
            for a better number.
          </p>
        </div>
        <div class="opening-form">
          {pending.length > 0 && <Pending pending={pending} />}
          {needsKey ? <KeyNeeded /> : <Form />}
        </div>
      </div>
      <Measured weights={weights} />
      <Section id="programs" title="For programs" note={needsKey ? 'A key is needed.' : 'No key is needed.'}>
        <p>
          The same request as one command. The answer holds <code>id</code>; its page is <code>/score/&lt;id&gt;</code>.
        </p>
        <Command text={curl(site, needsKey ? ' -H "authorization: Bearer $KEY"' : '')} what="the command" />
        <p>
          <a href="/api/v1/docs">Every route, to read and to try</a>
        </p>
      </Section>
    </>
  ),
}

const Form = () => (
  <>
    <Island name="score-form">
      <ScoreForm />
    </Island>
    <noscript>
      <Notice kind="pending" title="This form needs JavaScript">
        Everything else here works without it, and so does the API: the command below does the same.
      </Notice>
    </noscript>
  </>
)

const KeyNeeded = () => (
  <Notice kind="pending" title="Scoring needs an API key here">
    Send it with the command below. The operator of this deployment issues keys. Reading scores needs none.
  </Notice>
)

const Bands = () => (
  <ul class="bands" aria-label="The bands">
    <li>
      <BandChip band="red" /> below {bands.amber.from}
    </li>
    <li>
      <BandChip band="amber" /> from {bands.amber.from}
    </li>
    <li>
      <BandChip band="green" /> from {bands.green.from}
    </li>
  </ul>
)

const Pending = ({ pending }: Pick<HomeProps, 'pending'>) => (
  <Notice kind="pending" title="Scores made here are preliminary">
    {formatList(pending.map(getTitle))} {pending.length === 1 ? 'is' : 'are'} not measured on this deployment. A
    preliminary score can be shared; it can’t be enrolled, attested or ranked.
  </Notice>
)

const Measured = ({ weights }: Pick<HomeProps, 'weights'>) => (
  <Section
    id="measured"
    title="What is measured"
    note="The weights make 100 %. All of it goes from 0 to 100, and more is better, for risk too."
  >
    <ul class="weights">
      {signals.map(({ name, title, asks, by }) => (
        <li key={name}>
          <span class="weight">{weights[name]}&#8239;%</span>
          <span class="what">
            <strong>{title}</strong> {asks}
          </span>
          <span class="by">by {by}</span>
        </li>
      ))}
    </ul>
  </Section>
)

const curl = ({ url }: Site, key: string) => `curl -s ${url}/v1/score${key} -H 'content-type: application/json' -d '{
  "name": "Left Sock",
  "symbol": "SOCK",
  "description": "Every washing machine takes one. This is the token of the other.",
  "imageUrl": "https://pictures.example/left-sock.png",
  "xHandle": "@leftsock",
  "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045" }'`
