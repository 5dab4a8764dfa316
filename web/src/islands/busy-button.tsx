import type { ButtonHTMLAttributes } from 'preact'

interface BusyProps extends ButtonHTMLAttributes {
  isBusy: boolean
}

/** A button that does nothing while its request runs. It isn't disabled then, because a disabled button loses the focus. */
export function BusyButton({ isBusy, onClick, ...rest }: BusyProps) {
  const press: BusyProps['onClick'] = (event) => (isBusy ? event.preventDefault() : onClick?.(event))
  return <button {...rest} aria-disabled={isBusy} onClick={press} />
}
