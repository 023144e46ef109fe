import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { NameKey } from './name-key.ts'
import { ReportView, SavedView } from './reports.ts'

/** A shared view with its key. */
export const KeyedReport = ReportView.extend({ key: NameKey })
export type KeyedReport = z.infer<typeof KeyedReport>

/** What a saved view shows of its app, which it names by key, without its sharing. */
export const ReportDefinition = SavedView.extend({ key: NameKey, app: Key })
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** A saved view in a file. */
export const ReportFile = z.strictObject({
  format: z.literal('caseloom.report/1'),
  report: ReportDefinition,
})
