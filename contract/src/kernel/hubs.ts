import { z } from 'zod'
import { Instant } from './ids.ts'

export const HUB_PATH = '/socket.io'
export const MODEL_HUB = '/hubs/model'
export const TASK_HUB = '/hubs/task'

/** An event of `/hubs/model`: which thing changed, never its values. `rev` grows with each change of the thing. */
export const ModelEvent = z.object({
  kind: z.enum(['records', 'viewers', 'settings', 'apps', 'users', 'approvals', 'runs', 'playbooks']),
  tenantId: z.string(),
  appId: z.string().optional(),
  id: z.string(),
  rev: z.number().int(),
})
export type ModelEvent = z.infer<typeof ModelEvent>
export type ModelVerb = 'created' | 'updated' | 'destroyed'

/** `taskUpdate` of `/hubs/task`: progress of a run, test, import or job; taskId is its id. */
export const TaskUpdate = z.object({ type: z.string(), dateTime: Instant, taskId: z.string() })
export type TaskUpdate = z.infer<typeof TaskUpdate>

/** `contentExchangeComplete` of `/hubs/task`: the import of a package, or its undo, has ended. */
export const ContentExchangeComplete = z.object({ jobId: z.string(), outcome: z.string() })
export type ContentExchangeComplete = z.infer<typeof ContentExchangeComplete>

/** Client → server on `/hubs/task`: watch one task (a run) while its page is open. Answered by ack {ok}. */
export const WatchTask = z.object({ tenantId: z.string(), taskId: z.string() })
/** Client → server on `/hubs/model`: enter the rooms of one tenant, leaving the ones before. Answered by ack {ok}. */
export const EnterTenant = z.object({ tenantId: z.string() })
