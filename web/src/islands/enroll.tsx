import { hydrate } from 'preact'
import { EnrollFlow } from './enroll/enroll-flow.tsx'
import type { EnrollingProps } from './enroll/sign-form.tsx'

export { EnrollFlow }

/** Takes the place of what the server rendered. */
export const mount = (element: HTMLElement, props: EnrollingProps) => hydrate(<EnrollFlow {...props} />, element)
