import { ScoreForm } from '../islands/score-form.tsx'
import type { Page } from '../page.ts'
import type { HomeProps, Site } from '../pages.ts'
import { BandChip } from '../ui/band-chip.tsx'
import { Command } from '../ui/command.tsx'
import { Island } from '../ui/island.tsx'
import { Section } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Ruler } from '../ui/ruler.tsx'
import { listOf, signals, titleOf } from '../ui/words.ts'

const title = 'Score a token launch before it exists'
const description =
  'Six signals, one number from 0 to 100, and every reason behind it. Higher is better. A score is no advice to buy.'

/** What the service is, and the form that scores a launch. */
export const homePage: Page<HomeProps> = {
  head: (_props, { name }) => ({ title: `${name}: ${title.toLowerCase()}`, description }),
  Body: ({ pending, weights, site }) => (
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
          <Island name="score-form">
            <ScoreForm />
          </Island>
          <noscript>
            <Notice kind="pending" title="This form needs JavaScript">
              Everything else here works without it, and so does the API: the command below does the same.
            </Notice>
          </noscript>
        </div>
      </div>
      <Measured weights={weights} />
      <Section id="programs" title="For programs" note="No key is needed.">
        <p>
          The same request as one command. The answer holds <code>id</code>; its page is <code>/score/&lt;id&gt;</code>.
        </p>
        <Command text={curl(site)} what="the command" />
        <p>
          <a href="/api/v1/docs">Every route, to read and to try</a>
        </p>
      </Section>
    </>
  ),
}

const Bands = () => (
  <ul class="bands" aria-label="The bands">
    <li>
      <BandChip band="red" /> below 45
    </li>
    <li>
      <BandChip band="amber" /> from 45
    </li>
    <li>
      <BandChip band="green" /> from 70
    </li>
  </ul>
)

const Pending = ({ pending }: Pick<HomeProps, 'pending'>) => (
  <Notice kind="pending" title="Scores made here are preliminary">
    {listOf(pending.map(titleOf))} {pending.length === 1 ? 'is' : 'are'} not measured on this deployment. A preliminary
    score can be shared; it can’t be enrolled, attested or ranked.
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

const curl = ({ url }: Site) => `curl -s ${url}/v1/score -H 'content-type: application/json' -d '{
  "name": "Left Sock",
  "symbol": "SOCK",
  "description": "Every washing machine takes one. This is the token of the other.",
  "imageUrl": "https://pictures.example/left-sock.png",
  "xHandle": "@leftsock",
  "creatorAddress": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045" }'`
