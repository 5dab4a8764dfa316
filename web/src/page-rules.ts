// The service's own rules of what creators sign: what they may write, and when a launch may be. Only for where they sign.
export { checkSchedule } from '../../src/enrollment/check-schedule.ts'
export { type PageFields, normalisePageFields } from '../../src/launches/page-fields.ts'
