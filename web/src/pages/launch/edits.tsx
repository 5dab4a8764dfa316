import type { LaunchProps, SignedEdit } from '../../pages.ts'
import { Command } from '../../ui/command.tsx'
import { Section } from '../../ui/layout.tsx'
import { Time } from '../../ui/time.tsx'

/** Who said what, when, with what anybody needs to check it. */
export const EditsSection = ({ launch, edits, hasMoreEdits }: LaunchProps) => (
  <Section
    id="edits"
    title="Signed edits"
    note="None can be taken out, and none can be made without the creator’s wallet."
  >
    {edits.length === 0 ? (
      <p>None yet.</p>
    ) : (
      <ol class="edits">
        {edits.map((edit) => (
          <Edit key={edit.issuedAt} {...edit} />
        ))}
      </ol>
    )}
    {edits.length > 0 && (
      <p class="note">
        {hasMoreEdits && 'Older ones are in the whole history. '}
        <a href={`/v1/launch/${launch.enrollment.enrollmentId}/page/history`}>As JSON</a>
      </p>
    )}
  </Section>
)

const Edit = ({ fields, editedAt, message, signature, verified }: SignedEdit) => (
  <li>
    <p class="edit-when">
      <Time at={editedAt} />
    </p>
    <dl class="edit-fields">
      {names.map(
        (name) =>
          fields[name] !== undefined && (
            <div key={name}>
              <dt>{labels[name]}</dt>
              <dd dir="auto">
                <Value name={name} value={fields[name]} />
              </dd>
            </div>
          ),
      )}
    </dl>
    <details>
      <summary>Message and signature</summary>
      <Command text={message} what="the message" />
      <Command text={signature} what="the signature" />
      <p class="note">
        {verified.by === 'key'
          ? 'Verified by the wallet’s own key.'
          : `Verified by the wallet’s contract on chain ${verified.chainId}, block ${verified.block}.`}
      </p>
    </details>
  </li>
)

type Name = keyof SignedEdit['fields']
const names: Name[] = ['tagline', 'description', 'ctaLabel', 'ctaUrl', 'scheduledFor']

const labels: Record<Name, string> = {
  tagline: 'Tagline',
  description: 'Description',
  ctaLabel: 'Button',
  ctaUrl: 'Leads to',
  scheduledFor: 'Time',
}

const Value = ({ name, value }: { name: Name; value: string | null }) => {
  if (value === null) return <span class="note">taken out</span>
  if (name === 'scheduledFor') return <Time at={value} />
  return name === 'ctaUrl' ? <code>{value}</code> : <>{value}</>
}
