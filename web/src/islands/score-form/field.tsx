import type { ComponentChildren } from 'preact'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import type { FieldName } from '../../words/form.ts'
import type { Fault } from '../wallet/sign.ts'

export interface FieldProps {
  name: FieldName
  value: string
  fault: Fault | undefined
  onChange: (text: string) => void
  onLeave: () => void
  /** Stands under the field. */
  children?: ComponentChildren
  /** Of the input, where the label names more than it. */
  ownLabel?: string
  /** In place of the usual help. */
  ownHelp?: string | undefined
}

/** A labelled field with its help or its fault. */
export function Field({ name, value, fault, onChange, onLeave, ownLabel, ownHelp, children }: FieldProps) {
  const t = useWords(formWords)
  const { label, help: usualHelp, example } = t.fields[name]
  const help = ownHelp ?? usualHelp
  const id = `field-${name}`
  const isOptional = name === 'contractAddress'
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
        {ownLabel ?? label}
        {isOptional && <span class="faint"> {t.optional}</span>}
      </label>
      {name === 'description' ? <textarea {...input} rows={4} /> : <input {...input} type="text" spellcheck={false} />}
      <div class="field-words" id={`${id}-words`}>
        {fault ? <FaultWords {...fault} /> : help && <p class="small muted">{help}</p>}
      </div>
      {children}
    </div>
  )
}

const FaultWords = ({ words, english }: Fault) => (
  <p class="fault-words">
    {words} {english !== undefined && <span lang="en">{english}</span>}
  </p>
)
