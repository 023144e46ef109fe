import { z } from 'zod'
import { route } from '../kernel/route.ts'
import { TimelineCounts } from '../records/timeline.ts'

export const countRuns = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/orchestration/api/run-counts',
  summary: 'Counts the runs that touched a record by step of time',
  needs: 'run:read',
  query: z.strictObject({ recordId: z.string().max(60) }),
  reply: TimelineCounts,
  on404: 'here',
})
