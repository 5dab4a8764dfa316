import { errorPage } from '../../src/pages/error.tsx'
import { Footer, TopBar } from '../../src/ui/frame.tsx'
import { OutsideLink } from '../../src/ui/links.tsx'
import { Row, Section, State } from '../section.tsx'
import { site } from '../samples.ts'

const { Body: ErrorPage } = errorPage

export const Frame = () => (
  <Section id="frame" title="Frame" isDrawnByTheSystem>
    <TopBar site={site} />
    <Footer site={site} isTranslated />
  </Section>
)

export const Bar = () => (
  <Section id="top-bar" title="Top bar and footer">
    <TopBar site={site} />
    <Footer site={site} isTranslated={false} />
  </Section>
)

export const Buttons = () => (
  <Section id="buttons" title="Buttons, links and toast">
    <Row>
      <State name="primary">
        <button class="btn pri" type="button">
          Claim this launch
        </button>
      </State>
      <State name="secondary">
        <button class="btn" type="button">
          Add to calendar
        </button>
      </State>
      <State name="small">
        <button class="btn sm" type="button">
          Edit
        </button>
      </State>
      <State name="disabled">
        <button class="btn pri" type="button" disabled>
          Score it
        </button>
      </State>
      <State name="link away">
        <p>
          <OutsideLink href="https://basescan.org">BaseScan</OutsideLink>
        </p>
      </State>
      <State name="toast">
        <div class="toast" role="status">
          Copied
        </div>
      </State>
    </Row>
  </Section>
)

export const Errors = () => (
  <Section id="errors" title="Errors">
    <Row>
      <ErrorPage status={404} message="There is no such page." site={site} />
      <ErrorPage status={451} message="This score was taken down: illegal content." site={site} />
      <ErrorPage status={400} message="window must be one of 24h, 7d, all." plainPath="/leaderboards" site={site} />
      <ErrorPage status={502} message="A data provider didn’t answer. Try again." site={site} />
    </Row>
  </Section>
)
