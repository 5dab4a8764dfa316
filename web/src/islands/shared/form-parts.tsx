import type { ButtonHTMLAttributes } from 'preact'
import type { Fault } from '../wallet/sign.ts'

interface BusyProps extends ButtonHTMLAttributes {
  isBusy: boolean
}

/** A button that ignores presses while its request runs. It isn't disabled, because a disabled button loses the focus. */
export function BusyButton({ isBusy, onClick, ...rest }: BusyProps) {
  const press: BusyProps['onClick'] = (event) => (isBusy ? event.preventDefault() : onClick?.(event))
  return <button {...rest} aria-disabled={isBusy} onClick={press} />
}

export const FieldFault = ({ fault }: { fault: Fault | undefined }) =>
  fault ? (
    <p class="field-fault" lang={fault.words ? undefined : 'en'}>
      {fault.words ?? fault.english}
    </p>
  ) : null
