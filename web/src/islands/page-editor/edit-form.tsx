import { useEffect, useState } from 'preact/hooks'
import type { LaunchPage } from '../../../../contract/schemas/launch.ts'
import type { LaunchSummary } from '../../../../contract/props/launch.ts'
import { BusyButton } from '../busy-button.tsx'
import { editorWords } from '../../words/editor.ts'
import { formatList, formatNumber } from '../../words/formats.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { FieldFault } from '../schedule/field-fault.tsx'
import { ScheduleField } from '../schedule/schedule-field.tsx'
import { Asking, FaultNote } from '../wallet/gate-parts.tsx'
import type { Fault } from '../wallet/sign.ts'
import type { Sign } from '../wallet/wallet-gate.tsx'
import {
  type Draft,
  type Faults,
  type TextName,
  toChanges,
  toDraft,
  toEdits,
  findFaults,
  countCharacters,
  textNames,
} from './draft.ts'
import { forgetEdits, keepEdits, recallEdits } from './keep-edits.ts'
import { LaunchPreview } from './launch-preview.tsx'
import { type Ended, save } from './save.ts'

export interface FormProps {
  launch: LaunchSummary
  /** How far the service's clock is ahead of this one's. */
  aheadMs: number
  sign: Sign
  cancel: preact.ComponentChildren
  onSaved: () => void
}

/** The fields of a launch's page, with the page as they make it beside them; saving takes a signature. */
export function EditForm(props: FormProps) {
  const t = useWords(editorWords)
  const { launch, cancel } = props
  const form = useForm(props)
  return (
    <div class="form-and-preview">
      <form class="inputs" onSubmit={form.send} noValidate aria-label={t.title}>
        {textNames.map((name) => (
          <TextField
            key={name}
            {...{ name }}
            value={form.draft[name]}
            fault={form.faults[name]}
            onChange={form.change}
          />
        ))}
        <ScheduleField
          value={form.draft.scheduledFor}
          onChange={(text) => form.change('scheduledFor', text)}
          fault={form.faults.scheduledFor}
        />
        <p class="buttons">
          <BusyButton class="btn pri" type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
            {t.save}
          </BusyButton>
          {cancel}
        </p>
        {form.isBusy ? <Asking /> : <Changes changes={form.changes} />}
        <FaultNote fault={form.fault} title={t.notSaved} />
      </form>
      <LaunchPreview launch={launch} draft={form.draft} />
    </div>
  )
}

function useForm({ launch, aheadMs, sign, onSaved }: FormProps) {
  const { page } = launch
  const { enrollmentId, creatorAddress } = launch.enrollment
  const [draft, setDraft] = useState<Draft>(() => ({ ...toDraft(page), ...recallEdits(enrollmentId) }))
  useEffect(() => keepEdits(enrollmentId, toEdits(draft, page)), [draft])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [refused, setRefused] = useState<Faults>({})
  const changes = toChanges(draft, page)
  const faults: Faults = { ...findFaults(changes), ...refused }

  const change = (name: keyof Draft, text: string) => {
    setDraft({ ...draft, [name]: text })
    setRefused(Object.fromEntries(Object.entries(refused).filter(([other]) => other !== name)))
  }
  const settle = (ended: Ended) => {
    if (!ended) {
      forgetEdits(enrollmentId)
      return onSaved()
    }
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
  return { draft, changes, faults, fault, isBusy, isChanged: Object.keys(changes).length > 0, change, send }
}

const Changes = ({ changes }: { changes: object }) => {
  const t = useWords(editorWords)
  const language = useLanguage()
  const names = Object.keys(changes).map((name) => t.fields[name as keyof LaunchPage & keyof Draft])
  return <p class="muted meta">{names.length > 0 ? t.changes(formatList(names, language)) : t.nothingChanged}</p>
}

interface FieldProps {
  name: TextName
  value: string
  fault: Fault | undefined
  onChange: (name: TextName, text: string) => void
}

function TextField({ name, value, fault, onChange }: FieldProps) {
  const t = useWords(editorWords)
  const language = useLanguage()
  const id = `field-${name}`
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
    <div class="input-field">
      <label for={id}>{t.fields[name]}</label>
      {name === 'description' ? <textarea {...input} rows={5} /> : <input {...input} type="text" autocomplete="off" />}
      <div class="field-words counted" id={`${id}-words`}>
        {fault ? <FieldFault fault={fault} /> : <p class="muted">{t.helps[name]}</p>}
        <p class="muted">
          {formatNumber(countCharacters(value), language)}&#8239;/&#8239;{formatNumber(pageLimits[name], language)}
        </p>
      </div>
    </div>
  )
}
