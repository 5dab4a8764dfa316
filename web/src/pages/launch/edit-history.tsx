import type { LaunchProps } from '../../../../contract/props/launch.ts'
import type { SignedEdit } from '../../../../contract/schemas/launch.ts'
import { chainName } from '../../ui/chains.ts'
import { Command } from '../../ui/command.tsx'
import { formatDateTime, plural } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { launchWords } from '../../words/launch.ts'

/** The creator's changes and their times, with everything that is needed to check them. */
export const EditHistory = ({ launch, edits, hasMoreEdits }: LaunchProps) => {
  const t = useWords(launchWords)
  const language = useLanguage()
  const count = hasMoreEdits
    ? plural(language, edits.length, { other: t.moreEdits })
    : plural(language, edits.length, t.editCount)
  return (
    <details class="card edit-history" id="edits">
      <summary>
        <h2>{t.history}</h2> <span class="muted meta">{count}</span>
      </summary>
      <div class="history-body">
        {edits.length === 0 ? (
          <p class="muted">{t.noEdits}</p>
        ) : (
          <>
            <p class="muted meta">{t.historyNote}</p>
            <ol class="edits">
              {edits.map((edit) => (
                <Edit key={edit.issuedAt} {...edit} />
              ))}
            </ol>
            <p class="muted meta">
              {hasMoreEdits && `${t.older} `}
              <a href={`/v1/launch/${launch.enrollment.enrollmentId}/page/history`}>{t.asJson}</a>
            </p>
          </>
        )}
      </div>
    </details>
  )
}

const Edit = (edit: SignedEdit) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  return (
    <li>
      <p class="edit-when">
        <time dateTime={edit.editedAt}>{formatDateTime(edit.editedAt, language)}</time>
      </p>
      <dl class="edit-fields">
        {names.map(
          (name) =>
            edit.fields[name] !== undefined && (
              <div key={name}>
                <dt>{t.fields[name]}</dt>
                <dd dir="auto">
                  <Value name={name} value={edit.fields[name]} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <Evidence {...edit} />
    </li>
  )
}

const Evidence = ({ message, signature, verified }: SignedEdit) => {
  const t = useWords(launchWords)
  return (
    <details>
      <summary>{t.messageAndSignature}</summary>
      <Command text={message} what={t.theMessage} />
      <Command text={signature} what={t.theSignature} />
      <p class="muted meta">
        {verified.by === 'key'
          ? t.verifiedByKey
          : t.verifiedByContract(chainName(verified.chainId ?? 0), String(verified.block))}
      </p>
    </details>
  )
}

type Name = keyof SignedEdit['fields']
const names: Name[] = ['tagline', 'description', 'ctaLabel', 'ctaUrl', 'scheduledFor']

const Value = ({ name, value }: { name: Name; value: string | null }) => {
  const language = useLanguage()
  const t = useWords(launchWords)
  if (value === null) return <span class="muted">{t.cleared}</span>
  if (name === 'scheduledFor') return <time dateTime={value}>{formatDateTime(value, language)}</time>
  return name === 'ctaUrl' ? <code>{value}</code> : <>{value}</>
}
