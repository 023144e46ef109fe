import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { RecordView } from '../records/records.ts'
import { route } from '../kernel/route.ts'

const Limit = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) })
/** Counted to 10,000 in each app. */
const Total = z.object({ value: z.number().int(), capped: z.boolean() })

/** An open record; `fields` holds its title, severity, state, and assignee, as far as the caller can read them. */
export const WorkRecord = z.object({
  record: RecordView,
  title: z.string(),
  /** Whether the caller can assign it to themselves now. */
  can: z.object({ take: z.boolean() }),
})
export type WorkRecord = z.infer<typeof WorkRecord>
export const WorkList = z.object({ items: z.array(WorkRecord), total: Total })
export type WorkList = z.infer<typeof WorkList>

/** A clock of a record that is near its target or beyond it; `record.fields` holds its value. */
export const ClockAtRisk = z.object({
  record: RecordView,
  title: z.string(),
  clock: z.object({ key: Key, label: Label }),
})
export type ClockAtRisk = z.infer<typeof ClockAtRisk>
export const ClockList = z.object({ items: z.array(ClockAtRisk), total: Total })
export type ClockList = z.infer<typeof ClockList>

const base = '/api/tenant/:tenantId/home'
export const myQueue = route({
  method: 'GET',
  path: `${base}/queue`,
  summary: 'Lists open records assigned to the caller in all apps, the most severe first, then the oldest',
  needs: 'record:read',
  query: Limit,
  reply: WorkList,
  on404: 'here',
})
export const unassignedWork = route({
  method: 'GET',
  path: `${base}/unassigned`,
  summary: 'Lists open records without an assignee in all apps, the most severe first, then the oldest',
  needs: 'record:read',
  query: Limit,
  reply: WorkList,
  on404: 'here',
})
export const clocksAtRisk = route({
  method: 'GET',
  path: `${base}/clocks`,
  summary: 'Lists clocks near their target, the earliest due first, then those beyond it, the latest first',
  needs: 'record:read',
  query: Limit,
  reply: ClockList,
  on404: 'here',
})
