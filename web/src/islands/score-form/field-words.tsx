import { Icon } from '../../ui/icon.tsx'
import type { Fault } from '../wallet/sign.ts'

interface FieldWordsProps {
  id: string
  fault: Fault | undefined
  help?: string | undefined
}

/** What is wrong with a field, or how to fill it in. */
export const FieldWords = ({ id, fault, help }: FieldWordsProps) => (
  <div class="field-words" id={`${id}-words`}>
    {fault ? (
      <p class="fault-words">
        <Icon name="exclamation" size={14} />
        <span>
          {fault.words} {fault.english !== undefined && <span lang="en">{fault.english}</span>}
        </span>
      </p>
    ) : (
      help !== undefined && <p class="small muted">{help}</p>
    )}
  </div>
)
