import { keepInTab, parseTexts, recallFromTab } from '../../browser/tab-storage.ts'
import { type Draft, draftNames } from './draft.ts'

const toKey = (enrollmentId: string) => `page-draft ${enrollmentId}`

/** Keeps the changed fields of a launch's page until the tab is closed, so that a reload loses nothing. */
export function keepEdits(enrollmentId: string, edits: Partial<Draft>): void {
  keepInTab(toKey(enrollmentId), Object.keys(edits).length > 0 ? JSON.stringify(edits) : null)
}

export const recallEdits = (enrollmentId: string): Partial<Draft> =>
  parseTexts(recallFromTab(toKey(enrollmentId)), draftNames)

export const hasEdits = (enrollmentId: string): boolean => recallFromTab(toKey(enrollmentId)) !== null

export const forgetEdits = (enrollmentId: string): void => keepInTab(toKey(enrollmentId), null)
