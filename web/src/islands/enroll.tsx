import { hydrate } from 'preact'
import { EnrollFlow, type EnrollingProps } from './enroll/enroll-flow.tsx'

export { EnrollFlow }

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement, props: EnrollingProps) => hydrate(<EnrollFlow {...props} />, element)
