import { useState } from 'preact/hooks'
import type { LaunchPage } from '../../pages.ts'
import { ScheduleField } from '../schedule/schedule-field.tsx'
import { Asking, Fault, type Sign } from '../wallet/wallet-gate.tsx'
import {
  type Draft,
  type Faults,
  type TextName,
  toChanges,
  toDraft,
  findFaults,
  countCharacters,
  textNames,
} from './draft.ts'
import { type Ended, save } from './save.ts'

interface FormProps {
  enrollmentId: string
  creatorAddress: string
  page: LaunchPage
  /** How far the service's clock is ahead of this one's. */
  aheadMs: number
  sign: Sign
  cancel: preact.ComponentChildren
}

/** The fields of a launch's page; saving takes a signature. */
export function EditForm({ enrollmentId, creatorAddress, page, aheadMs, sign, cancel }: FormProps) {
  const [draft, setDraft] = useState(() => toDraft(page))
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [refused, setRefused] = useState<Faults>({})

  const changes = toChanges(draft, page)
  const faults: Faults = { ...findFaults(changes), ...refused }
  const isChanged = Object.keys(changes).length > 0

  const change = (name: keyof Draft, text: string) => {
    setDraft({ ...draft, [name]: text })
    setRefused(Object.fromEntries(Object.entries(refused).filter(([other]) => other !== name)))
  }
  const settle = (ended: Ended) => {
    if (!ended) return location.reload()
    setBusy(false)
    setFault(ended.fault)
    setRefused(ended.faults)
  }
  const send = (event: Event) => {
    event.preventDefault()
    setFault(null)
    const [wrong] = Object.keys(faults)
    if (wrong) return document.getElementById(`field-${wrong}`)?.focus()
    setBusy(true)
    const issuedAt = new Date(Date.now() + aheadMs)
    void save({ enrollmentId, creatorAddress, changes, issuedAt, sign }).then(settle)
  }

  return (
    <form class="sheet-part" onSubmit={send} noValidate aria-label="Edit this page">
      <div class="fields">
        {textNames.map((name) => (
          <TextField key={name} {...{ name }} value={draft[name]} fault={faults[name]} onChange={change} />
        ))}
        <ScheduleField
          value={draft.scheduledFor}
          onChange={(text) => change('scheduledFor', text)}
          fault={faults.scheduledFor}
        />
      </div>
      <p class="actions">
        <button class="button" type="submit" disabled={isBusy || !isChanged}>
          Sign and save
        </button>
        {cancel}
        {isBusy ? <Asking /> : <span class="note">{isChanged ? saysWhat(changes) : 'Nothing is changed yet.'}</span>}
      </p>
      <Fault words={fault} title="Not saved" />
    </form>
  )
}

const saysWhat = (changes: object): string =>
  `Changes: ${inWords.format(Object.keys(changes).map((name) => labels[name as keyof Draft].toLowerCase()))}. It shows at once.`
const inWords = new Intl.ListFormat('en-GB')

const labels: Record<keyof Draft, string> = {
  tagline: 'Tagline',
  description: 'Description',
  ctaLabel: 'Button',
  ctaUrl: 'Address of the button',
  scheduledFor: 'Time',
}

const helps: Record<TextName, string> = {
  tagline: 'One line above the countdown.',
  description: 'Plain text; line breaks stay.',
  ctaLabel: 'What the button says.',
  ctaUrl: 'https only. Visitors are told the host before they leave.',
}

interface FieldProps {
  name: TextName
  value: string
  fault: string | undefined
  onChange: (name: TextName, text: string) => void
}

function TextField({ name, value, fault, onChange }: FieldProps) {
  const id = `field-${name}`
  const length = countCharacters(value)
  const input = {
    id,
    name,
    value,
    dir: name === 'ctaUrl' ? 'ltr' : 'auto',
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': `${id}-words`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(name, currentTarget.value),
  } as const
  return (
    <div class={`field ${name}`}>
      <label for={id}>{labels[name]}</label>
      {name === 'description' ? <textarea {...input} rows={6} /> : <input {...input} type="text" autocomplete="off" />}
      <div class="field-words counted" id={`${id}-words`}>
        <p class={fault ? 'fault-words' : 'note'}>{fault ?? helps[name]}</p>
        <p class="note">
          {length.toLocaleString('en')}&#8239;/&#8239;{pageLimits[name].toLocaleString('en')}
        </p>
      </div>
    </div>
  )
}
