import { Alert, Entry, Pane, Pick, QueueRow, StatusTile } from '../../src/ui/console.tsx'
import { Sparkline } from '../../src/ui/sparkline.tsx'
import { Section, State } from '../section.tsx'

const hours = [0, 3, 8, 12, 0, 5, 9, 2].map((value, at) => ({ label: `0${at}:00`, value, bad: at === 3 ? 4 : 0 }))
const format = (value: number) => String(value)
const ignore = () => {}

export const Console = () => (
  <Section id="console" title="Operators’ and developers’ pages">
    <div class="console">
      <ul class="tile-strip">
        <StatusTile title="Service" health="ok" words="OK" note="4 ms" />
        <StatusTile title="Model" health="degraded" words="Degraded" note="half-open, 1.2 s" />
        <StatusTile title="Chain" health="down" words="Down" note="no response" />
        <StatusTile title="Token risk" health="not_configured" words="Not configured" note="" />
      </ul>
      <Alert title="Connection lost">The figures are from 12:00.</Alert>
      <Pane
        id="pane-queues"
        title="Queues"
        note="Refreshed every 15 seconds."
        actions={
          <button class="btn sm" type="button">
            Pause
          </button>
        }
      >
        <ul class="rows">
          <QueueRow title="Deliveries" amount="3" note="oldest 4 s" share={0.3} />
          <QueueRow title="Attestations" amount="1,000" note="oldest 2 h" share={1} isFull />
          <QueueRow title="Notifications" amount="0" note="empty" share={null} />
        </ul>
      </Pane>
      <div class="sparks">
        <Sparkline title="Scores" total="39" bars={hours} format={format} badWord="failed" />
        <Sparkline title="Failures" total="39" bars={hours} format={format} isBad />
        <Sparkline title="Nothing" total="0" bars={hours.map((hour) => ({ ...hour, value: 0 }))} format={format} />
      </div>
      <State name="fields">
        <form>
          <Entry
            label="Title"
            note="Shown on the status page."
            value=""
            onValue={ignore}
            placeholder="Scores are late"
          />
          <Entry label="Body" value="Two lines." onValue={ignore} isLong isRequired />
          <Pick label="Impact" value="major" options={{ minor: 'Minor', major: 'Major' }} onValue={ignore} />
        </form>
      </State>
    </div>
  </Section>
)
