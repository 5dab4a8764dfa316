import type { Fault } from '../wallet/sign.ts'

/** The fault of a field. */
export const FieldFault = ({ fault }: { fault: Fault | undefined }) =>
  fault ? (
    <p class="field-fault" lang={fault.words ? undefined : 'en'}>
      {fault.words ?? fault.english}
    </p>
  ) : null
