import { hydrate } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../ui/notice.tsx'
import { NameHint, SocialHint } from './score-form/hints.tsx'
import { Progress } from './score-form/progress.tsx'
import { type Outcome, submit } from './score-form/submit.ts'
import { type Draft, type FieldName, type Faults, emptyDraft, findFaults, fields } from './score-form/submission.ts'

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement) => hydrate(<ScoreForm />, element)

/** The form that has a launch scored, and leads to its score. */
export function ScoreForm() {
  const [draft, setDraft] = useState(emptyDraft)
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<Faults>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isLive, setLive] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    setLive(true)
    // a page that the browser kept while its score was shown comes back as it was left
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const own = findFaults(draft)
  const shown: Faults = Object.fromEntries(
    fields.map(({ name }) => [name, refused[name] ?? (left.has(name) ? own[name] : undefined)]),
  )

  const change = (name: FieldName, text: string) => {
    setDraft({ ...draft, [name]: text })
    setRefused({ ...refused, [name]: undefined })
  }
  const settle = (outcome: Outcome) => {
    if ('path' in outcome) return location.assign(outcome.path)
    setBusy(false)
    setRefused(outcome.faults)
    setProblem(outcome.message)
    focusFirst(form.current, outcome.faults)
  }
  const send = (event: Event) => {
    event.preventDefault()
    setLeft(new Set(fields.map(({ name }) => name)))
    setProblem(null)
    if (fields.some(({ name }) => own[name])) return focusFirst(form.current, own)
    setBusy(true)
    void submit(draft).then(settle)
  }

  return (
    <form class="sheet" ref={form} onSubmit={send} noValidate aria-label="Score a launch" data-live={isLive}>
      <div class="fields">
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={draft[field.name]}
            fault={shown[field.name]}
            onChange={(text) => change(field.name, text)}
            onLeave={() => draft[field.name] !== '' && setLeft(new Set([...left, field.name]))}
          >
            {formatHint(field.name, draft)}
          </Field>
        ))}
      </div>
      <div role="alert">
        {problem && (
          <Notice kind="fault" title="Nothing was scored">
            {problem}
          </Notice>
        )}
      </div>
      {isBusy ? (
        <Progress />
      ) : (
        <p class="actions">
          <button class="button" type="submit" disabled={!isLive}>
            Score it
          </button>
          <span class="note">Takes a few seconds. What you send is public.</span>
        </p>
      )}
    </form>
  )
}

function formatHint(name: FieldName, draft: Draft) {
  if (name === 'name') return <NameHint name={draft.name} />
  return name === 'xHandle' ? <SocialHint {...draft} /> : null
}

/** After the next paint, when the words beside the field are there. */
function focusFirst(form: HTMLFormElement | null, faults: Faults): void {
  const first = fields.find(({ name }) => faults[name])
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name="${first?.name}"]`)?.focus())
}

interface FieldProps {
  name: FieldName
  label: string
  help?: string
  isLong?: boolean
  isOptional?: boolean
  example: string
  value: string
  fault: string | undefined
  onChange: (text: string) => void
  onLeave: () => void
  children?: preact.ComponentChildren
}

function Field({
  name,
  label,
  help,
  isLong,
  isOptional,
  example,
  value,
  fault,
  onChange,
  onLeave,
  children,
}: FieldProps) {
  const id = `field-${name}`
  const input = {
    id,
    name,
    value,
    placeholder: example,
    autocomplete: 'off',
    required: !isOptional,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}-words`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
    onBlur: onLeave,
  } as const
  return (
    <div class={`field ${name}`}>
      <label for={id}>
        {label}
        {isOptional && <span class="note"> optional</span>}
      </label>
      {isLong ? <textarea {...input} rows={4} /> : <input {...input} type="text" spellcheck={false} />}
      <div class="field-words" id={`${id}-words`}>
        {fault ? <p class="fault-words">{fault}</p> : help && <p class="note">{help}</p>}
      </div>
      {children}
    </div>
  )
}
